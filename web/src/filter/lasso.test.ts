import { expect, test } from "vitest";
import type { Point } from "../data/types";
import { inside, lassoText, parseLasso } from "./lasso";

// A square from 0 to 4 with a notch cut into its right side, between 1 and 3.
const notched: Point[] = [
  [0, 0],
  [4, 0],
  [4, 1],
  [2, 1],
  [2, 3],
  [4, 3],
  [4, 4],
  [0, 4],
];

test("what is in the notch of a lasso is outside", () => {
  expect(inside(notched, [1, 2])).toBe(true);
  expect(inside(notched, [3, 0.5])).toBe(true);
  expect(inside(notched, [3, 2])).toBe(false);
  expect(inside(notched, [5, 2])).toBe(false);
  expect(inside(notched, [-1, 2])).toBe(false);
});

test("an address gives the lasso back that it was made of, and no lasso for anything else", () => {
  expect(parseLasso(lassoText(notched))).toEqual(notched);
  for (const text of [undefined, "", "1,2,3,4", "1,2,3,4,5,x"]) expect(parseLasso(text)).toEqual([]);
});
