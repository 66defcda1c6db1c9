import { expect, test } from "vitest";
import type { BlocksNumbers, Documents, Overview, SizesNumbers } from "../data/types";
import { parse } from "../router";
import { filterOf, passing } from "./filter";
import { hiddenOf, seenMap, seenOverview, seenSizes, shownOf } from "./noise";

const blocks = {
  row_clusters: [0, 1, 2],
  column_clusters: [0],
  row_names: ["a", "b", "c"],
  mass: [[1], [2], [3]],
  density: [[1], [2], [3]],
  lift: [[1], [2], [3]],
  residual: [[1], [2], [3]],
} as unknown as BlocksNumbers;
const overview = {
  documents: 10,
  parents: [],
  clusters: [5, 3, 2].map((size, cluster) => ({ cluster, size, share: size / 10, noise: cluster === 1 })),
  blocks,
} as unknown as Overview;
const documents = { ids: ["p", "q", "r"], cluster: [0, 1, 2], dates: null } as unknown as Documents;
const filter = (hash: string) => filterOf(parse(hash));
const none = new Set<number>();

test("documents of noise do not pass, unless it is shown or their cluster is asked for", () => {
  const rows = (hash: string) => [...passing(documents, overview, filter(hash))];
  expect(rows("#/map")).toEqual([0, 2]);
  expect(rows("#/map?noise=show")).toEqual([0, 1, 2]);
  expect(rows("#/map?c=1")).toEqual([1]);
  expect([...hiddenOf(overview, filter("#/map?c=0"))]).toEqual([1]);
});

test("shares are of the documents that are left, and clusters keep their places", () => {
  const hidden = new Set([1]);
  const seen = seenOverview(overview, hidden);
  expect(seen.clusters.map(({ cluster }) => cluster)).toEqual([0, 1, 2]);
  expect(shownOf(seen, hidden).map(({ share }) => share)).toEqual([5 / 7, 2 / 7]);
  expect(seen.blocks.row_clusters).toEqual([0, 2]);
  expect(seen.blocks.lift).toEqual([[1], [3]]);
  expect(seenOverview(overview, none)).toBe(overview);
});

test("map and sizes lose documents, words and bars of noise", () => {
  const map = {
    rows: [4, 5, 6],
    ids: ["p", "q", "r"],
    clusters: [0, 1, 2],
    points: [1, 2, 3],
    words: ["x", "y"],
    word_clusters: [1, 2],
    word_points: [7, 8],
  } as unknown as Parameters<typeof seenMap>[0];
  expect(seenMap(map, new Set([1]))).toMatchObject({ rows: [4, 6], points: [1, 3], words: ["y"] });
  const sizes = { clusters: [0, 1, -1], names: ["a", "b", "-"], documents: [5, 3, 1], mass: [1, 2, 3] };
  expect(seenSizes(sizes as unknown as SizesNumbers, new Set([1])).documents).toEqual([5, 1]);
});
