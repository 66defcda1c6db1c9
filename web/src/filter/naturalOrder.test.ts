import { expect, test } from "vitest";
import { inNaturalOrder } from "./naturalOrder";

test("grades are sorted by their values", () => {
  expect(inNaturalOrder(["0", "1", "10", "2"])).toEqual(["0", "1", "2", "10"]);
  expect(inNaturalOrder(["10", "-1", "2", "1.5"])).toEqual(["-1", "1.5", "2", "10"]);
});

test("whole numbers within names are sorted by their values", () => {
  expect(inNaturalOrder(["p10.txt", "p9.txt", "p09.txt", "all", "p"])).toEqual([
    "all",
    "p",
    "p09.txt",
    "p9.txt",
    "p10.txt",
  ]);
});

test("the list that is given stays as it is", () => {
  const names = ["b", "a"];
  expect(inNaturalOrder(names)).toEqual(["a", "b"]);
  expect(names).toEqual(["b", "a"]);
});
