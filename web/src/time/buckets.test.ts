import { expect, test } from "vitest";
import {
  bestUnit,
  countsOver,
  labeled,
  largestChange,
  periodsBetween,
  type Span,
  sharesOf,
  spanOf,
  unitsFor,
  widened,
} from "./buckets";

const all = (list: unknown[]) => Int32Array.from(list.keys());

test("periods run without gaps, over the ends of months and years", () => {
  expect(periodsBetween("1999", "2001", "year")).toEqual(["1999", "2000", "2001"]);
  expect(periodsBetween("2020-11-30", "2021-02-01", "month")).toEqual([
    "2020-11",
    "2020-12",
    "2021-01",
    "2021-02",
  ]);
  expect(periodsBetween("2020-02-28", "2020-03-01", "day")).toEqual([
    "2020-02-28",
    "2020-02-29",
    "2020-03-01",
  ]);
});

test("the span is of the chosen documents, and as exact as the least exact date", () => {
  const dates = ["2021-05-03", "", "2020-01", "2022-07-09"];
  expect(spanOf(dates, all(dates))).toEqual({ first: "2020-01", last: "2022-07-09", exact: "month" });
  expect(spanOf(dates, Int32Array.of(0, 3))?.exact).toBe("day");
  expect(spanOf(dates, Int32Array.of(1))).toBeNull();
});

test("a few weeks are counted by day, some years by month, a century by year", () => {
  const span = (first: string, last: string): Span => ({ first, last, exact: "day" });
  expect(bestUnit(span("2020-01-01", "2020-01-20"))).toBe("day");
  expect(bestUnit(span("2020-01-01", "2022-06-01"))).toBe("month");
  expect(bestUnit(span("1900-01-01", "1999-12-31"))).toBe("year");
  expect(unitsFor(span("1900-01-01", "1999-12-31"))).toEqual(["year"]);
  expect(unitsFor({ first: "2020", last: "2021", exact: "year" })).toEqual(["year"]);
});

test("documents are counted by cluster and period; those without date or cluster are told", () => {
  const documents = { cluster: [0, 1, 1, -1, 0], dates: ["2020-01", "2020-03", "2020-03-09", "2020-01", ""] };
  const span = { first: "2020-01", last: "2020-03-09", exact: "month" } as Span;
  const crossed = countsOver(documents, all(documents.dates), span, "month", 2);
  expect(crossed).toEqual({
    periods: ["2020-01", "2020-02", "2020-03"],
    counts: [
      [1, 0, 0],
      [0, 0, 2],
    ],
    left: 2,
  });
  expect(sharesOf(crossed.counts)).toEqual([
    [1, 0, 0],
    [0, 0, 1],
  ]);
});

test("the change is between the earlier and the later half of the documents, not between the outermost", () => {
  const crossed = {
    periods: ["a", "b", "c", "d"],
    counts: [
      [0, 8, 2, 1],
      [1, 2, 8, 0],
    ],
    left: 0,
  };
  const change = largestChange(crossed);
  expect(change).toMatchObject({ cluster: 0, until: "b" });
  expect(change?.before).toBeCloseTo(8 / 11);
  expect(change?.after).toBeCloseTo(3 / 11);
  expect(largestChange(crossed, (k) => k === 1)).toMatchObject({ cluster: 1, before: 3 / 11, after: 8 / 11 });
});

test("documents of one period do not change", () => {
  expect(largestChange({ periods: ["a"], counts: [[3], [1]], left: 0 })).toBeNull();
});

test("periods of few documents are put together, periods without any are left out", () => {
  const crossed = {
    periods: ["1950", "1951", "1952", "1999", "2000", "2001"],
    counts: [
      [1, 0, 0, 30, 10, 1],
      [0, 0, 1, 10, 30, 0],
    ],
    left: 3,
  };
  expect(widened(crossed)).toEqual({
    periods: ["1950–1999", "2000–2001"],
    counts: [
      [31, 11],
      [11, 30],
    ],
    left: 3,
    joined: 2,
    enough: 10,
  });
});

test("in a small collection columns may hold fewer documents, and a full column stays alone", () => {
  const crossed = { periods: ["2000", "2001", "2002"], counts: [[4, 4, 4]], left: 0 };
  expect(widened(crossed)).toEqual({ ...crossed, joined: 0, enough: 1 });
  expect(widened({ periods: ["2000"], counts: [[1]], left: 0 }).periods).toEqual(["2000"]);
});

test("the documents of each column are below it", () => {
  expect(
    labeled(
      ["2000", "2001"],
      [
        [1, 2],
        [3, 4000],
      ],
    ),
  ).toEqual(["2000\nn = 4", "2001\nn = 4,002"]);
});
