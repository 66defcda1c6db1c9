import { expect, test } from "vitest";
import type { Words } from "../data/types";
import { chosen, sortedBy } from "./table";

const words = {
  words: ["café", "zoo", "cafeteria", "10", "9"],
  total: [5, 9, 1, 2, 2],
  cluster: [1, 0, 1, 0, 2],
  weight: [0.1, 0.2, 0.3, 0.4, 0.5],
  keyness: [3, 1, 2, 0, -1],
} as unknown as Words;

test("words are chosen by letters, accents or not, and by their cluster", () => {
  expect(chosen(words, " CAFE", null)).toEqual([0, 2]);
  expect(chosen(words, "", 0)).toEqual([1, 3]);
  expect(chosen(words, "caf", 0)).toEqual([]);
});

test("names are sorted from a to z, numbers from the highest, and either can be turned round", () => {
  const all = [0, 1, 2, 3, 4];
  expect(sortedBy(words, all, "word", false)).toEqual([4, 3, 0, 2, 1]);
  expect(sortedBy(words, all, "total", false)).toEqual([1, 0, 3, 4, 2]);
  expect(sortedBy(words, all, "total", true)).toEqual([2, 3, 4, 0, 1]);
  expect(sortedBy(words, all, "cluster", false)).toEqual([1, 3, 0, 2, 4]);
  expect(all).toEqual([0, 1, 2, 3, 4]);
});
