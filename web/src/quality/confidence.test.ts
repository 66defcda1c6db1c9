import { expect, test } from "vitest";
import type { Documents } from "../data/types";
import { histogramOf, leastConfident } from "./confidence";

const documents = {
  cluster: [0, 1, -1, 1, 0],
  confidence: [0.9, 0.2, 0.1, null, 1],
} as unknown as Documents;
const all = Int32Array.of(0, 1, 2, 3, 4);

test("the least sure come first; documents without a cluster or a confidence are none", () => {
  expect(leastConfident(documents, all, 9)).toEqual([1, 0, 4]);
  expect(leastConfident(documents, all, 1)).toEqual([1]);
  expect(leastConfident(documents, Int32Array.of(0, 4), 9)).toEqual([0, 4]);
});

test("the histogram has a bin for full confidence, and half are at least as sure as the median", () => {
  const { edges, counts, median, unknown } = histogramOf(documents, all, 4);
  expect(edges).toEqual([0, 0.25, 0.5, 0.75]);
  expect(counts).toEqual([2, 0, 0, 2]);
  expect(median).toBe(0.9);
  expect(unknown).toBe(1);
});

test("where no confidence is known there is no median", () => {
  expect(histogramOf(documents, Int32Array.of(3)).median).toBeNull();
});
