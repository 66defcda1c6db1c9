import { expect, test } from "vitest";
import type { Words } from "../data/types";
import { overAndUnderUsed } from "./overAndUnderUsed";

const words = {
  words: ["the", "orbit", "god", "rain"],
  telling: { index: [1, 2, 3], counts: [], keyness: [[9.5, -4, 0.5]] },
} as unknown as Words;

test("over- and under-used words have keyness above and below zero, the strongest first", () => {
  expect(overAndUnderUsed(words, 0, 5)).toEqual({ over: ["orbit", "rain"], under: ["god"] });
  expect(overAndUnderUsed(words, 0, 1)).toEqual({ over: ["orbit"], under: ["god"] });
});

test("a cluster nothing is known of has none", () => {
  expect(overAndUnderUsed(words, 7, 5)).toEqual({ over: [], under: [] });
});
