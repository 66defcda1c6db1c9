import { expect, test } from "vitest";
import { quantile } from "./quantile";

test("a quantile is one of the numbers", () => {
  expect(quantile([3, 1, 2, 10], 0.5)).toBe(3);
  expect(quantile([], 0.98)).toBe(1);
});
