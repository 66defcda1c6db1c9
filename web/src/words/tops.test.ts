import { expect, test } from "vitest";
import type { Words } from "../data/types";
import { mostKey, mostRelevant, relevance } from "./tops";

const counts = [
  [9, 1, 0, 5, 2],
  [1, 7, 3, 0, 2],
  [0, 0, 12, 4, 2],
];
// cotext.result.words.relevance(counts, weight) and keyness(counts)
const python: Record<string, (number | null)[][]> = {
  0: [
    [0.932627, -1.041454, null, 0.450201, -0.060625],
    [-0.996333, 1.17272, -0.303186, null, 0.207639],
    [null, null, 0.757686, 0.169899, -0.117783],
  ],
  0.6: [
    [-0.008542, -2.11651, null, -0.554185, -1.30829],
    [-1.937503, 0.097665, -1.001077, null, -1.040026],
    [null, null, 0.059795, -0.834487, -1.365448],
  ],
  1: [
    [-0.635989, -2.833213, null, -1.223775, -2.140066],
    [-2.564949, -0.619039, -1.466337, null, -1.871802],
    [null, null, -0.405465, -1.504077, -2.197225],
  ],
};
const keyness = [
  [13.0565, -2.1686, -13.1164, 1.5123, -0.0115],
  [-1.7962, 12.8909, -0.4059, -5.6854, 0.1137],
  [-9.4001, -7.5201, 11.3479, 0.1814, -0.0452],
];
const sums = (rows: number[][]) => rows.map((row) => row.reduce((a, b) => a + b, 0));
const totals = sums(counts[0]?.map((_, j) => counts.map((row) => row[j] as number)) ?? []);
const words = {
  words: ["a", "b", "c", "d", "e"],
  total: totals,
  cluster_totals: sums(counts),
  telling: { index: [0, 1, 2, 3, 4], counts, keyness },
} as unknown as Words;

test("relevance is that of Python, at every place of the slider", () => {
  const ofAll = sums([totals])[0] as number;
  for (const [lambda, rows] of Object.entries(python))
    rows.forEach((row, k) => {
      row.forEach((expected, j) => {
        const ofCluster = words.cluster_totals[k] as number;
        const got = relevance(
          counts[k]?.[j] as number,
          ofCluster,
          totals[j] as number,
          ofAll,
          Number(lambda),
        );
        if (expected === null) expect(got).toBe(Number.NEGATIVE_INFINITY);
        else expect(got).toBeCloseTo(expected, 5);
      });
    });
});

test("the first words of a cluster are its most relevant, without those it does not use", () => {
  expect(mostRelevant(words, 0, 0.6, 9).map(({ word }) => word)).toEqual(["a", "d", "e", "b"]);
  expect(mostRelevant(words, 1, 0, 2).map(({ word }) => word)).toEqual(["b", "e"]);
  expect(mostRelevant(words, 1, 1, 2).map(({ word }) => word)).toEqual(["b", "c"]);
  expect(mostRelevant(words, 0, 1, 1)[0]).toMatchObject({ word: "a", count: 9, total: 10 });
});

test("among words that only one cluster uses the more frequent come first", () => {
  const own = {
    ...words,
    total: [3, 7, 5, 5, 5],
    telling: { index: [0, 1], counts: [[3, 7]], keyness: [[1, 1]] },
  };
  expect(mostRelevant(own, 0, 0, 2).map(({ word }) => word)).toEqual(["b", "a"]);
});

test("over-used words come first, under-used ones last, so many of each", () => {
  expect(mostKey(words, 0, 1).map(({ word }) => word)).toEqual(["a", "c"]);
  expect(mostKey(words, 2, 9).map(({ score }) => score)).toEqual([
    11.3479, 0.1814, -0.0452, -7.5201, -9.4001,
  ]);
});
