import { expect, test } from "vitest";
import { multiplesHeight, multiplesOption, signed, signedWidth } from "./bars";

test("a number is shown with its sign, and a zero without one", () => {
  expect([1234.4, -12, -0.3].map(signed)).toEqual(["+1,234", "−12", "0"]);
});

test("a signed bar is as wide as the square root of its part of the longest", () => {
  expect(signedWidth(100, 100)).toBe(100);
  expect(signedWidth(-25, 100)).toBe(50);
  expect(signedWidth(0, 0)).toBe(0);
});

test("a picture of several clusters has room for each", () => {
  const use = { word: "moon", count: 1, total: 2, score: 0 };
  const all = Array.from({ length: 5 }, (_, k) => ({ label: `${k}`, color: "#000", uses: [use, use] }));
  const { grid, series } = multiplesOption(all) as {
    grid: { top: number; height: number }[];
    series: unknown[];
  };
  expect(series.length).toBe(10);
  const bottom = Math.max(...grid.map(({ top, height }) => top + height));
  expect(bottom).toBeLessThan(multiplesHeight(5, 2));
  expect(grid[4]?.top).toBeGreaterThan((grid[0]?.top ?? 0) + (grid[0]?.height ?? 0));
});
