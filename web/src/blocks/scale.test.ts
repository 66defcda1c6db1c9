import { expect, test } from "vitest";
import { readable } from "../parts/color";
import { cellText, fill, short, toneOf } from "./scale";

test("what is expected has no color, twice of it is seen better than half of it", () => {
  const tone = toneOf("lift", []);
  expect(tone(1)).toBe(0);
  expect(tone(0.5)).toBeLessThan(0);
  expect(tone(2)).toBeGreaterThan(-tone(0.5));
  expect(tone(0)).toBeLessThan(tone(0.1));
  expect(tone(1000)).toBe(1);
});

test("amounts are colored by their root, so that small ones are seen", () => {
  const tone = toneOf("mass", [
    [0, 25],
    [100, 1],
  ]);
  expect([0, 1, 25, 100].map(tone)).toEqual([0, 0.1, 0.5, 1]);
});

test("residuals keep their sign", () => {
  expect([-4, 4].map(toneOf("residual", [[-4, 16]]))).toEqual([-0.5, 0.5]);
});

test("text on a cell is black on light and white on dark colors", () => {
  expect(readable(fill(0, false))).toBe("#000000");
  expect(readable(fill(1, false))).toBe("#ffffff");
  expect(readable(fill(1, true))).toBe("#000000");
});

test("numbers of cells are short", () => {
  expect([0, 0.004, 0.25, 3.12, 42.3, 1234, 56789, 2.5e6].map(short)).toEqual([
    "0",
    "4e−3",
    "0.25",
    "3.1",
    "42",
    "1.2k",
    "57k",
    "2.5M",
  ]);
  expect(cellText("lift", 12.3)).toBe("12");
  expect(cellText("lift", 0.26)).toBe("0.3");
  expect(cellText("residual", 12.3)).toBe("+12");
  expect(cellText("residual", -0.5)).toBe("−0.50");
});
