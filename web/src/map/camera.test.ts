import { expect, test } from "vitest";
import type { Point } from "../data/types";
import { fitted, nearest, panned, thinned, toPlane, toScreen, zoomed } from "./camera";

const size = { width: 400, height: 200 };
const points: Point[] = [
  [-10, 0],
  [10, 5],
];
const all = fitted(points, size);

test("all documents are in view at first, the upper ones above", () => {
  const [[left, low], [right, high]] = points.map((point) => toScreen(all, size, point)) as [Point, Point];
  expect(left).toBeCloseTo(20);
  expect(right).toBeCloseTo(380);
  expect(high).toBeLessThan(low);
});

test("a map that is as high as wide is spread over a wide canvas, but not without limit", () => {
  const square: Point[] = [
    [0, 0],
    [10, 10],
  ];
  const [[left], [right]] = square.map((point) => toScreen(fitted(square, size), size, point)) as [
    Point,
    Point,
  ];
  expect(right - left).toBeCloseTo(0.9 * 1.5 * 200);
});

test("a place of the screen is a place of the plane and back", () => {
  const [x, y] = toScreen(all, size, toPlane(all, size, [30, 170]));
  expect(x).toBeCloseTo(30);
  expect(y).toBeCloseTo(170);
});

test("zooming keeps what is under the hand, within limits", () => {
  const near = zoomed(all, all, 3, [50, 60], size);
  const [x, y] = toPlane(all, size, [50, 60]);
  const [u, v] = toPlane(near, size, [50, 60]);
  expect(near.scale).toBeCloseTo(3 * all.scale);
  expect(u).toBeCloseTo(x);
  expect(v).toBeCloseTo(y);
  expect(zoomed(near, all, 1e9, [0, 0], size).scale).toBeCloseTo(60 * all.scale);
  expect(zoomed(near, all, 1e-9, [0, 0], size).scale).toBeCloseTo(all.scale / 2);
});

test("dragging moves the plane with the hand", () => {
  const [x, y] = toScreen(panned(all, 7, -3), size, toPlane(all, size, [100, 100]));
  expect(x).toBeCloseTo(107);
  expect(y).toBeCloseTo(97);
});

test("the nearest document that is shown is pointed at, or none", () => {
  const screen = Float32Array.from([0, 0, 10, 0, 14, 0]);
  const shown = Uint8Array.from([1, 0, 1]);
  expect(nearest(screen, 11, 0, 8, shown)).toBe(2);
  expect(nearest(screen, 40, 0, 8, shown)).toBe(-1);
});

test("a drawn line keeps its corners and loses its crumbs", () => {
  expect(
    thinned(
      [
        [0, 0],
        [1, 0],
        [5, 0],
        [5, 1],
        [5, 6],
      ],
      4,
    ),
  ).toEqual([
    [0, 0],
    [5, 0],
    [5, 6],
  ]);
});
