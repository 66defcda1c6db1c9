import { expect, test } from "vitest";
import type { Cluster } from "../data/types";
import { areSiblings, countsOf, families, ordered } from "./order";

const clusters = [
  { cluster: 0, size: 5, confidence: 0.5 },
  { cluster: 1, size: 9, confidence: null },
  { cluster: 2, size: 5, confidence: 0.9 },
] as Cluster[];
const numbers = (list: Cluster[]) => list.map(({ cluster }) => cluster);

test("clusters are sorted by number, size or confidence, ties by number, the unsure last", () => {
  expect(numbers(ordered(clusters, "number"))).toEqual([0, 1, 2]);
  expect(numbers(ordered(clusters, "size"))).toEqual([1, 0, 2]);
  expect(numbers(ordered(clusters, "confidence"))).toEqual([2, 0, 1]);
});

test("without levels there is one family", () => {
  expect(families(clusters, [])).toEqual([{ within: [], clusters }]);
});

test("families are in the order of the coarser clusters and keep the order inside", () => {
  const found = families(ordered(clusters, "size"), [
    [0, 0, 0],
    [1, 0, 0],
  ]);
  expect(found.map(({ within }) => within)).toEqual([
    [0, 0],
    [0, 1],
  ]);
  expect(found.map((family) => numbers(family.clusters))).toEqual([[1, 2], [0]]);
});

test("documents without known words count for no cluster", () => {
  expect(countsOf([0, 2, -1, 2], Int32Array.of(0, 2, 3), 3)).toEqual([1, 0, 1]);
});

test("clusters are siblings when they lie in the same cluster on every coarser level", () => {
  expect(areSiblings([0, 1], [])).toBe(true);
  expect(areSiblings([0, 1], [[0, 0, 1]])).toBe(true);
  expect(areSiblings([0, 2], [[0, 0, 1]])).toBe(false);
});
