import { expect, test } from "vitest";
import { rowsInSight } from "./window";

test("only the rows in sight and some around them are drawn, however many there are", () => {
  expect(rowsInSight(100_000, 50, 0, 500)).toEqual({ first: 0, last: 14 });
  expect(rowsInSight(100_000, 50, 50_000, 500)).toEqual({ first: 996, last: 1014 });
});

test("a short list is drawn whole, an empty one not at all", () => {
  expect(rowsInSight(3, 50, 0, 500)).toEqual({ first: 0, last: 3 });
  expect(rowsInSight(0, 50, 0, 500)).toEqual({ first: 0, last: 0 });
});

test("a list that became shorter than where one had scrolled to shows its end", () => {
  expect(rowsInSight(20, 50, 50_000, 500)).toEqual({ first: 15, last: 20 });
});
