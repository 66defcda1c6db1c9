import { expect, test } from "vitest";
import { namesIn } from "./ColumnPick";

test("columns that are named are found, also those with a comma in their names", () => {
  const columns = ["a", "b", "c,d"].map((name) => ({ name, samples: [] }));
  expect(namesIn("a, c,d", columns)).toEqual(["a", "c,d"]);
  expect(namesIn("b:3,x", columns)).toEqual([]);
  expect(namesIn("", columns)).toEqual([]);
});
