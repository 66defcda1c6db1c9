import { expect, test } from "vitest";
import { findAll } from "../search/findAll";
import { inlineSource } from "./inline";
import type { ReportData } from "./types";

const data = {
  overview: { run: "r", version: "1" },
  documents: { ids: ["a", "b", "c"], excerpts: ["Moon …", "Sun …", null] },
  texts: ["Moon and orbit", "Sun, sun and moon", null],
  similar: [[[1, 0.5]], [], []],
  pictures: {},
  words: {
    words: ["moon", "sun", "orbit", "star", "rare"],
    cluster: [0, 1, 0, 1, 0],
    total: [10, 9, 5, 4, 1],
    cluster_totals: [15, 13],
    telling: {
      index: [0, 1, 2, 3],
      counts: [
        [9, 0, 5, 0],
        [1, 9, 0, 4],
      ],
      keyness: [
        [5, -9, 6, -4],
        [-5, 9, -6, 4],
      ],
      similar: [
        [
          [4, 0.9],
          [2, 0.5],
        ],
        [],
        [[0, 0.5]],
        [],
      ],
    },
  },
} as unknown as ReportData;
const source = inlineSource(data);

test("a report gives full texts, and beginnings where it has no more", async () => {
  expect(await source.texts("r", [0, 2])).toEqual(["Moon and orbit", null]);
  const short = inlineSource({ ...data, texts: null });
  expect(await short.texts("r", [1])).toEqual(["Sun …"]);
});

test("a report searches its texts", async () => {
  expect((await source.search("r", "moon")).rows).toEqual([0, 1]);
});

test("a word that is only begun finds those that begin so, a whole word only itself", async () => {
  const rows = async (query: string) => (await findAll(source, "r", data.documents, query)).rows;
  expect(await rows("orb")).toEqual([0]);
  expect(await rows("sun")).toEqual([1]);
  expect(await rows('"orb"')).toEqual([]);
});

test("the profile of a word has its numbers by cluster, its documents and its like", async () => {
  const profile = await source.word("r", "moon");
  expect(profile).toMatchObject({ cluster: 0, counts: [9, 1], keyness: [5, -5], documents: 2 });
  expect(profile.similar).toEqual([
    { word: "rare", similarity: 0.9 },
    { word: "orbit", similarity: 0.5 },
  ]);
  expect((await source.word("r", "sun")).similar).toEqual([]);
});

test("a word that tells nothing of a cluster has no numbers by cluster, one that is not there is refused", async () => {
  expect(await source.word("r", "rare")).toMatchObject({ counts: [], similar: [] });
  await expect(source.word("r", "nothing")).rejects.toThrow('The word "nothing" is not in this report.');
});

test("similar documents are those the report holds", async () => {
  expect(await source.similar("r", 0)).toEqual([{ row: 1, similarity: 0.5 }]);
  expect(await source.similar("r", 1)).toEqual([]);
});
