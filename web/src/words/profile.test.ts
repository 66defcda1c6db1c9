import { expect, test } from "vitest";
import type { WordProfile, Words } from "../data/types";
import { ratesOf } from "./profile";

const words = { cluster_totals: [1000, 500, 0] } as unknown as Words;

test("clusters come by keyness, with how often each uses the word for its size", () => {
  const profile = { counts: [2, 4, 0], keyness: [-3, 8, 0] } as WordProfile;
  expect(ratesOf(profile, words)).toEqual([
    { cluster: 1, count: 4, rate: 80, keyness: 8 },
    { cluster: 2, count: 0, rate: 0, keyness: 0 },
    { cluster: 0, count: 2, rate: 20, keyness: -3 },
  ]);
});

test("a word without counts by cluster has no rates", () => {
  expect(ratesOf({ counts: [], keyness: [] } as unknown as WordProfile, words)).toEqual([]);
});
