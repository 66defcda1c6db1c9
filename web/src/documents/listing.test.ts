import { expect, test } from "vitest";
import type { Documents, Overview } from "../data/types";
import { csv } from "../files/csv";
import { listed, snippet, sortsOf, table } from "./listing";

const documents = {
  ids: ["a", "b", "c", "=d"],
  cluster: [0, 1, 0, -1],
  second: [1, -1, 1, -1],
  confidence: [0.5, 0.9, 0.7, null],
  classes: { codes: [0, 1, -1, 0], names: ["x", "y"] },
  dates: ["2020", "", "2022-01", "2021"],
  groups: { author: { codes: [0, 0, -1, 0], names: ["ada"] } },
  more: { page: ["1", "2", "3", "4"] },
} as unknown as Documents;
const overview = { clusters: [{ label: "0  moon, sun" }, { label: "1  cars" }] } as unknown as Overview;
const all = Int32Array.of(0, 1, 2, 3);
const found = { rows: [2, 3, 0], total: 3 };

test("a search keeps its order for relevance, and input order otherwise", () => {
  expect([...listed(documents, Int32Array.of(0, 1, 2), found, "relevance")]).toEqual([2, 0]);
  expect([...listed(documents, Int32Array.of(0, 1, 2), found, "input")]).toEqual([0, 2]);
  expect([...listed(documents, all, null, "input")]).toEqual([0, 1, 2, 3]);
});

test("documents are sorted by confidence and date, unknown ones last", () => {
  expect([...listed(documents, all, null, "unsure")]).toEqual([0, 2, 1, 3]);
  expect([...listed(documents, all, null, "sure")]).toEqual([1, 2, 0, 3]);
  expect([...listed(documents, all, null, "newest")]).toEqual([2, 3, 0, 1]);
  expect([...listed(documents, all, null, "oldest")]).toEqual([0, 3, 2, 1]);
});

test("sorting leaves the rows of the filter as they are", () => {
  listed(documents, all, null, "sure");
  expect([...all]).toEqual([0, 1, 2, 3]);
});

test("only what a run has can be sorted by", () => {
  expect(sortsOf(documents, true)).toContain("relevance");
  const bare = { ...documents, dates: null, confidence: [null] } as unknown as Documents;
  expect(sortsOf(bare, false)).toEqual(["input"]);
});

test("the table has what is known of each document, and no formulas", () => {
  const [columns, rows] = table(documents, overview, Int32Array.of(0, 3));
  expect(csv(columns, rows).split("\n")).toEqual([
    "id,cluster,name,confidence,second,class,date,author,page",
    'a,0,"0  moon, sun",0.5,1,x,2020,ada,1',
    "'=d,,,,,x,2021,ada,4",
    "",
  ]);
});

test("a snippet begins near the first hit", () => {
  const text = `${"word ".repeat(100)}moon and more ${"word ".repeat(100)}`;
  const cut = snippet(text, text.indexOf("moon"));
  expect(cut.startsWith("… word")).toBe(true);
  expect(cut).toContain("moon and more");
  expect(snippet("short\ntext", 0)).toBe("short text");
});
