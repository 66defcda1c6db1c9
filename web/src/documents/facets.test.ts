import { expect, test } from "vitest";
import type { Documents, Overview } from "../data/types";
import { filterOf } from "../filter/filter";
import { parse } from "../router";
import { facets, ordered, periodDigits, toggled } from "./facets";

const documents = {
  ids: ["a", "b", "c", "d"],
  cluster: [0, 0, 1, -1],
  confidence: [0.9, 0.5, 0.4, 0.1],
  classes: { codes: [0, 1, 1, -1], names: ["x", "y"] },
  dates: ["2020-01-01", "2021-05", "", "2021-07"],
  groups: { author: { codes: [0, 0, 0, 1], names: ["ada", "bob"] } },
} as unknown as Documents;
const overview = { clusters: [], parents: [] } as unknown as Overview;
const filter = (hash: string) => filterOf(parse(hash));
const counted = (hash: string, found: number[] | null = null) =>
  Object.fromEntries(
    facets(documents, overview, filter(hash), found).map((facet) => [
      facet.facet,
      Object.fromEntries(ordered(facet).map(({ value, count }) => [value, count])),
    ]),
  );

test("a facet counts the documents of each value, those without one too", () => {
  const all = counted("#/documents");
  expect(all.cluster).toEqual({ "-1": 1, 0: 2, 1: 1 });
  expect(all["is.class"]).toEqual({ 1: 2, 0: 1, "-1": 1 });
  expect(all["is.author"]).toEqual({ 0: 3, 1: 1 });
  expect(all.date).toEqual({ 2020: 1, 2021: 2 });
  expect(all.sure).toEqual({ high: 1, mid: 2, low: 1 });
});

test("a facet counts what passes all other filters, not its own", () => {
  const narrowed = counted("#/documents?c=0&is.class=1");
  expect(narrowed.cluster).toEqual({ 0: 1, 1: 1 });
  expect(narrowed["is.class"]).toEqual({ 0: 1, 1: 1 });
  expect(narrowed["is.author"]).toEqual({ 0: 1 });
});

test("only what a search found is counted", () => {
  expect(counted("#/documents", [2]).cluster).toEqual({ 1: 1 });
});

test("dates are told apart by years, else by months, else by days", () => {
  expect(periodDigits(["2020", "2021-01"])).toBe(4);
  expect(periodDigits(["2020-01-03", "", "2020-02"])).toBe(7);
  expect(periodDigits(["2020-01-03", "2020-01-04"])).toBe(10);
});

test("a click chooses a value, a second one takes it away", () => {
  const value = (name: string, chosen = false) => ({ value: name, count: 1, chosen });
  expect(toggled("cluster", value("3"), filter("#/documents?c=1"))).toEqual({ c: "1,3" });
  expect(toggled("cluster", value("1", true), filter("#/documents?c=1"))).toEqual({ c: null });
  expect(toggled("is.author", value("-1"), filter("#/documents"))).toEqual({ "is.author": "-1" });
  expect(toggled("date", value("2020"), filter("#/documents"))).toEqual({ from: "2020", to: "2020" });
  expect(toggled("sure", value("low", true), filter("#/documents?sure=low"))).toEqual({ sure: null });
});
