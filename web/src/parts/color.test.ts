import { expect, test } from "vitest";
import { colorOf, parseHex, readable, seen } from "./color";

test("values have the colors that Python gives to clusters", () => {
  expect([0, 7, 8, 16, 39, 40].map(colorOf)).toEqual([
    "#0072b2",
    "#e6d800",
    "#004267",
    "#6badd2",
    "#f5ef99",
    "#0072b2",
  ]);
});

test("text is black on light and white on dark colors", () => {
  expect(readable(parseHex("#e6d800"))).toBe("#000000");
  expect(readable(parseHex("#0072b2"))).toBe("#ffffff");
});

test("a dark color is lighter on dark paper, a light one darker on white, others stay", () => {
  expect(seen("#003049", false)).toBe("#003049");
  expect(parseHex(seen("#003049", true))[2]).toBeGreaterThan(0x49);
  expect(parseHex(seen("#f4efb0", false))[0]).toBeLessThan(0xf4);
  expect(seen("#e69f00", true)).toBe("#e69f00");
});
