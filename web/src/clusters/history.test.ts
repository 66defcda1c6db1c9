import { expect, test } from "vitest";
import type { Edit } from "../data/types";
import { historyOf, lastStanding, renumbers } from "./history";

const rename: Edit = { edit: "rename", cluster: 1, name: "Space" };
const merge: Edit = { edit: "merge", clusters: [0, 2] };
const undo: Edit = { edit: "undo" };

test("an undo strikes out the newest edit that still stands", () => {
  const lines = historyOf([rename, merge, undo, undo]);
  expect(lines.map(({ edit, undone }) => [edit.edit, undone])).toEqual([
    ["merge", true],
    ["rename", true],
  ]);
  expect(historyOf([rename, undo, merge]).map(({ undone }) => undone)).toEqual([false, true]);
});

test("what can be undone is the newest edit that stands, or nothing", () => {
  expect(lastStanding([rename, merge, undo])).toBe(rename);
  expect(lastStanding([rename, undo])).toBeNull();
});

test("merging, splitting and taking these back renumber the documents, a name does not", () => {
  expect(renumbers(merge, [])).toBe(true);
  expect(renumbers({ edit: "split", cluster: 0, into: 2 }, [])).toBe(true);
  expect(renumbers(rename, [])).toBe(false);
  expect(renumbers(undo, [merge])).toBe(true);
  expect(renumbers(undo, [merge, rename])).toBe(false);
  expect(renumbers(undo, [merge, rename, undo])).toBe(true);
});
