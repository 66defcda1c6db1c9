import { expect, test } from "vitest";
import { pressed, within } from "./range";

test("a period lies within a range that is told more or less exactly", () => {
  const range = { from: "2020-03-15", to: "2021" };
  expect(["2020-02", "2020-03", "2021-12", "2022-01"].map((period) => within(period, range))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(within("2020", { from: null, to: null })).toBe(true);
});

test("a click chooses a period, a second one takes it away", () => {
  const all = { from: null, to: null };
  const march = { from: "2020-03", to: "2020-03" };
  expect(pressed("2020-03", all, false)).toEqual(march);
  expect(pressed("2020-03", march, false)).toEqual(all);
  expect(pressed("2020-05", march, false)).toEqual({ from: "2020-05", to: "2020-05" });
});

test("periods that are drawn as one are chosen as a whole", () => {
  expect(pressed("1950–1998", { from: null, to: null }, false)).toEqual({ from: "1950", to: "1998" });
  expect(pressed("1950–1998", { from: "1950", to: "1998" }, false)).toEqual({ from: null, to: null });
  expect(pressed("1950–1998", { from: "2001", to: "2003" }, true)).toEqual({ from: "1950", to: "2003" });
  const inside = (from: string, to: string) => within("1950–1998", { from, to });
  expect([inside("1990", "2000"), inside("1950", "1998"), inside("1999", "2000")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("a click with shift stretches the range to either side", () => {
  const march = { from: "2020-03", to: "2020-03" };
  expect(pressed("2020-05", march, true)).toEqual({ from: "2020-03", to: "2020-05" });
  expect(pressed("2020-01", march, true)).toEqual({ from: "2020-01", to: "2020-03" });
});
