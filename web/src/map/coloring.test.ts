import { expect, test } from "vitest";
import type { Documents, Overview } from "../data/types";
import { byCluster, byCodes, byConfidence, colorsOf } from "./coloring";

const overview = {
  clusters: [0, 1, 2].map((cluster) => ({ cluster, label: `${cluster}  x`, color: `#00000${cluster}` })),
} as unknown as Overview;
const kept = Uint8Array.from([1, 1, 0]);

test("documents have the colors of their clusters, and only clusters on the map are listed", () => {
  const { codes, values, param } = byCluster(overview, [2, 0, 2], kept);
  expect([...codes]).toEqual([2, 0, 2]);
  expect(values.map(({ code, count }) => [code, count])).toEqual([
    [0, 1],
    [2, 1],
  ]);
  expect(param).toBe("c");
});

test("classes and groups are looked up by the rows that are drawn", () => {
  const column = { codes: [0, -1, 1, 1], names: ["de", "fr"] };
  const found = byCodes(column, [3, 1, 2], "language", "none", kept);
  expect([...found.codes]).toEqual([1, -1, 1]);
  expect(found.values.map(({ label, count }) => [label, count])).toEqual([
    ["fr", 1],
    ["none", 1],
  ]);
  expect(found.param).toBe("is.language");
});

test("confidence has five steps, and unknown is a value of its own", () => {
  const documents = { confidence: [1, 0.39, null] } as unknown as Documents;
  const found = byConfidence(documents, [0, 1, 2], "unknown", Uint8Array.from([1, 1, 1]));
  expect([...found.codes]).toEqual([4, 1, -1]);
  expect(colorsOf(found, false).get(4)).toBe("#00588c");
  expect(found.values.map(({ label }) => label)).toEqual(["0.2 – 0.4", "0.8 – 1.0", "unknown"]);
});
