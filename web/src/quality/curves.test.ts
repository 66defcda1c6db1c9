import { expect, test } from "vitest";
import { curvesOf } from "./curves";

const losses = [
  [9, 5, 4],
  [8, 6],
];

test("sweeps are counted from one", () => {
  expect(curvesOf(losses, false)[1]).toEqual([
    [1, 8],
    [2, 6],
  ]);
});

test("on a logarithmic axis the distance from the best value is drawn, the best itself is not", () => {
  expect(curvesOf(losses, true)).toEqual([
    [
      [1, 5],
      [2, 1],
    ],
    [
      [1, 4],
      [2, 2],
    ],
  ]);
});
