import { expect, test } from "vitest";
import type { Overview, Words } from "../data/types";
import { marksOf, parseQuery } from "../search/query";
import { legendOf, ownPalette, type Palette, piecesOf, wholePalette, wordsIn } from "./coloring";

const overview = {
  clusters: [
    { cluster: 0, label: "0  space", color: "#a00" },
    { cluster: 1, label: "1  cars", color: "#0a0" },
  ],
  word_clusters: [{ cluster: 0, label: "0  moon", color: "#00a" }],
} as unknown as Overview;
const words = {
  words: ["moon", "engine", "space_shuttle", "the"],
  cluster: [0, 0, 0, -1],
  telling: {
    index: [0, 1, 2],
    counts: [[]],
    keyness: [
      [5, -3, 9],
      [-5, 3, 0],
    ],
  },
} as unknown as Words;

const shown = (text: string, palette: Palette, query = "") =>
  piecesOf(text, palette, marksOf(text.toLowerCase(), parseQuery(query)));
const look = (text: string, palette: Palette, query = "") =>
  shown(text, palette, query).map(
    (piece) => `${piece.ink ? piece.ink.cluster : ""}${piece.hit ? "!" : ""}|${piece.text}`,
  );

test("a cluster's own words are those it over-uses, the strongest kept", () => {
  expect([...ownPalette(words, overview, 0).keys()]).toEqual(["space_shuttle", "moon"]);
  expect([...ownPalette(words, overview, 0, 1).keys()]).toEqual(["space_shuttle"]);
  expect([...ownPalette(words, overview, 1).keys()]).toEqual(["engine"]);
  expect(ownPalette(words, overview, -1).size).toBe(0);
});

test("a whole palette has every word of a word cluster and no others", () => {
  expect([...wholePalette(words, overview).keys()]).toEqual(["moon", "engine", "space_shuttle"]);
});

test("the pieces put together are the text", () => {
  const text = "The Moon, a space\nshuttle & <b>moonlight</b>.";
  const pieces = shown(text, ownPalette(words, overview, 0), "moon shuttle");
  expect(pieces.map(({ text }) => text).join("")).toBe(text);
});

test("whole words and pairs are colored, in whatever case they stand", () => {
  expect(look("The Moon, a space shuttle; moons", ownPalette(words, overview, 0))).toEqual([
    "|The ",
    "0|Moon",
    "|, a ",
    "0|space shuttle",
    "|; moons",
  ]);
});

test("a hit of the search is marked within a colored pair as well", () => {
  expect(look("space shuttle", ownPalette(words, overview, 0), "shuttle")).toEqual([
    "0|space ",
    "0!|shuttle",
  ]);
});

test("the legend counts the words of each color", () => {
  const pieces = shown("moon moon engine", wholePalette(words, overview));
  expect(legendOf(pieces)).toMatchObject([{ ink: { cluster: 0 }, count: 3 }]);
  expect(wordsIn(pieces)).toEqual([
    { word: "moon", count: 2 },
    { word: "engine", count: 1 },
  ]);
});

test("a pair that a hit cuts in two counts once", () => {
  const pieces = shown("space shuttle", ownPalette(words, overview, 0), "shuttle");
  expect(wordsIn(pieces)).toEqual([{ word: "space_shuttle", count: 1 }]);
  expect(legendOf(pieces)).toMatchObject([{ count: 1 }]);
});

test("words of a script without spaces are colored", () => {
  const palette: Palette = new Map([["中国", { color: "#000", cluster: 2, label: "2" }]]);
  expect(look("我在中国的", palette).filter((piece) => piece.startsWith("2"))).toEqual(["2|中国"]);
});
