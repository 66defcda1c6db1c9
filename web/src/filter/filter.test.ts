import { expect, test } from "vitest";
import type { Documents, Overview } from "../data/types";
import { parse } from "../router";
import { bandOf } from "./confidenceBands";
import { filterOf, passing } from "./filter";

const documents = {
  ids: ["a", "b", "c", "d"],
  cluster: [0, 1, 2, -1],
  classes: { codes: [0, 0, 1, -1], names: ["x", "y"] },
  dates: ["2020-01-01", "2021-05", "", "2022"],
  groups: {},
  confidence: [0.9, 0.5, 0.4, null],
} as unknown as Documents;
const overview = { clusters: [], parents: [[0, 0, 1]] } as unknown as Overview;
const rows = (hash: string) => [...passing(documents, overview, filterOf(parse(hash)))];

test("an address without a filter lets all documents pass", () => {
  expect(rows("#/blocks")).toEqual([0, 1, 2, 3]);
});

test("clusters, classes and dates narrow the documents together", () => {
  expect(rows("#/map?c=0,1")).toEqual([0, 1]);
  expect(rows("#/map?c=0,1&is.class=0&from=2021")).toEqual([1]);
  expect(rows("#/map?to=2021")).toEqual([0, 1]);
});

test("on a coarser level the clusters of that level are meant", () => {
  expect(rows("#/blocks?c=0&level=0")).toEqual([0, 1]);
});

test("the surest and the least sure are told by the other documents of the run", () => {
  expect(rows("#/documents?sure=high")).toEqual([0]);
  expect(rows("#/documents?sure=low")).toEqual([2]);
  expect(rows("#/documents?sure=nonsense")).toEqual([0, 1, 2, 3]);
});

test("where all are as sure, none is called surest", () => {
  const of = bandOf({ confidence: [0.9, 0.9, 0.9] } as unknown as Documents);
  expect([0, 1, 2].map(of)).toEqual(["mid", "mid", "mid"]);
});

test("what a chart filters by itself can be left out, so that it shows what else there is", () => {
  const filter = filterOf(parse("#/time?c=0,1&is.class=0&from=2021"));
  expect([...passing(documents, overview, filter, ["date"])]).toEqual([0, 1]);
  expect([...passing(documents, overview, filter, ["date", "cluster", "is.class"])]).toEqual([0, 1, 2, 3]);
});
