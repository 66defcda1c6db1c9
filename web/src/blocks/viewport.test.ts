import { expect, test } from "vitest";
import { asked, isWhole, panned, placeOf, type Shape, span, whole, zoomed } from "./viewport";

const shape: Shape = [100, 200];

test("zooming keeps what is under the hand where it is", () => {
  const near = zoomed(whole(shape), 2, 0.25, 0.5, shape);
  expect(near).toEqual({ top: 25, bottom: 75, left: 25, right: 125 });
  expect(near.left + 0.25 * (near.right - near.left)).toBe(50);
});

test("one never sees more than the matrix or less than a few rows", () => {
  expect(isWhole(zoomed(zoomed(whole(shape), 3, 0, 1, shape), 0.01, 0.5, 0.5, shape), shape)).toBe(true);
  const nearest = zoomed(whole(shape), 1e9, 0.5, 0.5, shape);
  expect([nearest.bottom - nearest.top, nearest.right - nearest.left]).toEqual([8, 8]);
});

test("moving stops at the borders", () => {
  const near = zoomed(whole(shape), 2, 0.5, 0.5, shape);
  expect(panned(near, 9, -9, shape)).toEqual({ top: 50, bottom: 100, left: 0, right: 100 });
});

test("whole rows and columns are asked for", () => {
  expect(asked({ top: 1.5, bottom: 99.2, left: 0, right: 3.1 }, shape)).toEqual({
    top: 1,
    bottom: 100,
    left: 0,
    right: 4,
  });
});

test("a rank lies in the cluster that ends after it", () => {
  expect([0, 9.9, 10, 29, 30].map((rank) => placeOf([10, 10, 30], rank))).toEqual([0, 0, 2, 2, 2]);
  expect(span([10, 20, 30], [2, 1])).toEqual([10, 30]);
  expect(span([10, 20], [])).toBe(null);
});
