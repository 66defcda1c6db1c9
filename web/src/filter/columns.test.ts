import { expect, test } from "vitest";
import type { Documents, Overview } from "../data/types";
import { parse } from "../router";
import { columnsOf } from "./columns";
import { filterOf, passing } from "./filter";

const column = { codes: [0, 0, 1, -1], names: ["fr", "de"] };
const documents = {
  ids: ["a", "b", "c", "d"],
  classes: column,
  groups: { author: column },
  more: {
    kind: ["b", "a", "", "b"],
    url: Array.from({ length: 50 }, (_, i) => `v${i}`),
    same: ["x", "x", "x", "x"],
  },
} as unknown as Documents;

test("one can count by classes, groups, and further columns with few values", () => {
  const found = columnsOf(documents);
  expect(Object.keys(found)).toEqual(["class", "author", "kind"]);
  expect(found.kind).toEqual({ codes: [1, 0, -1, 1], names: ["a", "b"] });
});

test("one can filter by a further column as by a group", () => {
  const rows = (hash: string) => [
    ...passing(documents, { clusters: [], parents: [] } as unknown as Overview, filterOf(parse(hash))),
  ];
  expect(rows("#/time?is.kind=1")).toEqual([0, 3]);
  expect(rows("#/time?is.kind=1&is.author=0")).toEqual([0]);
});
