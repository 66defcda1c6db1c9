import { expect, test } from "vitest";
import type { BlocksNumbers, Overview, Words } from "../data/types";
import { filterOf } from "../filter/filter";
import { parse } from "../router";
import {
  blockOf,
  chosenOf,
  clickedBlock,
  clickedColumn,
  clickedRow,
  groupsOf,
  isOn,
  strongest,
  usersOf,
  wordsOf,
} from "./selection";

const blocks = {
  row_clusters: [0, 1, 2],
  column_clusters: [1, 0],
  mass: [
    [30, 10],
    [0, 20],
    [5, 5],
  ],
  lift: [
    [2.5, 0.4],
    [0, 3],
    [1.1, 0.9],
  ],
  residual: [
    [9, -3],
    [-4, 12],
    [0.1, -0.1],
  ],
} as unknown as BlocksNumbers;
const filter = (hash: string) => filterOf(parse(hash));

test("a click on a cluster filters, a second one takes the filter away, shift adds", () => {
  expect(clickedRow(filter("#/blocks"), 2, null, false)).toEqual({ c: "2", level: null, w: null });
  expect(clickedRow(filter("#/blocks?c=2"), 2, null, false)).toEqual({ c: null, level: null, w: null });
  expect(clickedRow(filter("#/blocks?c=2"), 1, null, true).c).toBe("2,1");
  expect(clickedRow(filter("#/blocks?c=2,1"), 1, null, true).c).toBe("2");
  expect(clickedRow(filter("#/blocks?c=2,1"), 1, null, false).c).toBe("1");
});

test("clusters of another level are not added to those of this one", () => {
  expect(clickedRow(filter("#/blocks?c=2"), 0, 0, true)).toEqual({ c: "0", level: 0, w: null });
  expect(clickedRow(filter("#/blocks?c=0&level=0"), 0, 0, false)).toEqual({ c: null, level: null, w: null });
});

test("a click on a block filters its documents and looks into its words, a second one takes both away", () => {
  expect(clickedBlock(filter("#/blocks"), 1, 0, null)).toEqual({ c: 1, level: null, w: 0 });
  expect(clickedBlock(filter("#/blocks?c=1"), 1, 0, 0)).toEqual({ c: null, level: null, w: null });
});

test("a word cluster stands for the document clusters that use it twice as much as expected", () => {
  expect(usersOf(blocks, 1)).toEqual([0]);
  expect(usersOf(blocks, 0)).toEqual([1]);
  expect(clickedColumn(blocks, 0, null, filter("#/blocks"))).toEqual({ c: "1", level: null, w: 0 });
  expect(clickedColumn(blocks, 0, 0, filter("#/blocks?c=1")).c).toBe(null);
});

test("where none uses it that much, it stands for the one that uses it most", () => {
  expect(
    usersOf(
      {
        ...blocks,
        lift: [
          [1.1, 1],
          [1, 1.3],
          [1.2, 0.9],
        ],
      },
      1,
    ),
  ).toEqual([2]);
});

test("blocks are found by the numbers of their clusters, not by their places", () => {
  expect(blockOf(blocks, 0, 1)).toEqual({ row: 0, column: 1, lift: 2.5, share: 0.75 });
  expect(strongest(blocks, 2).map(({ row, column }) => [row, column])).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test("the words of a block are those of its word cluster by their counts in its document cluster", () => {
  const words = {
    words: ["a", "b", "c", "d"],
    cluster: [0, 1, 1, 1],
    telling: {
      index: [0, 1, 3],
      counts: [
        [9, 2, 5],
        [1, 0, 3],
      ],
    },
  } as unknown as Words;
  expect(wordsOf(words, 0, 1, 9)).toEqual([
    { word: "d", count: 5 },
    { word: "b", count: 2 },
  ]);
  expect(wordsOf(words, 1, 1, 9)).toEqual([{ word: "d", count: 3 }]);
});

test("on a coarser level rows are grouped, and its filter holds what lies in it", () => {
  const overview = { parents: [[1, 0, 1]] } as unknown as Overview;
  expect(groupsOf(blocks, [1, 0, 1])).toEqual([
    { cluster: 0, rows: [1] },
    { cluster: 1, rows: [0, 2] },
  ]);
  expect([0, 1, 2].map((k) => isOn(filter("#/blocks?c=1&level=0"), overview, k))).toEqual([
    true,
    false,
    true,
  ]);
});

test("without a filter no word cluster is looked into", () => {
  expect(chosenOf({ w: "3" }, filter("#/blocks?w=3"))).toBe(null);
  expect(chosenOf({ w: "3" }, filter("#/blocks?w=3&c=1"))).toBe(3);
  expect(chosenOf({ w: "x" }, filter("#/blocks?c=1"))).toBe(null);
});
