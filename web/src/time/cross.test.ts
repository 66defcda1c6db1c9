import { expect, test } from "vitest";
import { against, crossTable, matched, strongest } from "./cross";

const column = { codes: [0, 0, 1, 1, -1, 1], names: ["fr", "de", "never"] };
const cluster = [0, 0, 1, 1, 1, -1];
const rows = Int32Array.of(0, 1, 2, 3, 4, 5);

test("documents are counted by cluster and value; values that do not occur are left out", () => {
  const table = crossTable(cluster, column, rows, 2);
  expect(table.values).toEqual([0, 1]);
  expect(table.counts).toEqual([
    [2, 0],
    [0, 2],
  ]);
  expect(table.total).toBe(4);
  expect(strongest(table)).toEqual([0, 0]);
});

test("lift and residual are those of Python's blocks", () => {
  // cotext.pictures.numbers.lift_of([[8, 2], [4, 6]]) and (mass - expected) / sqrt(expected)
  const { lift, residual } = against([
    [8, 2],
    [4, 6],
  ]);
  expect(lift.flat().map((value) => +value.toFixed(6))).toEqual([1.333333, 0.5, 0.666667, 1.5]);
  expect(residual.flat().map((value) => +value.toFixed(6))).toEqual([0.816497, -1, -0.816497, 1]);
});

test("an empty cluster has lift 0, not NaN", () => {
  expect(against([[0, 0]]).lift).toEqual([[0, 0]]);
  expect(strongest(crossTable(cluster, column, Int32Array.of(), 2))).toBeNull();
});

test("columns are put along the diagonal", () => {
  const counts = [
    [0, 9, 1],
    [5, 0, 6],
  ];
  expect(matched({ values: [0, 1, 2], counts, ...against(counts) })).toEqual([1, 0, 2]);
});
