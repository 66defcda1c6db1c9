import { expect, test } from "vitest";
import { composed, fold } from "./fold";
import { marksOf, opened, parseQuery, spansOf } from "./query";
import { scanner } from "./scan";

const marked = (text: string, query: string) =>
  marksOf(fold(composed(text)), parseQuery(query)).map(([from, to]) => composed(text).slice(from, to));

test("a folded text has no case and no accents and keeps its length", () => {
  for (const [text, plain] of [
    ["Élan VITAL", "elan vital"],
    ["naïve İstanbul", "naive istanbul"],
    ["straße", "straße"],
    ["한국 中国", "한국 中国"],
  ] as const)
    expect(fold(text)).toBe(plain);
  expect(fold(composed("cafe\u0301"))).toBe("cafe");
});

test("a query is words, phrases and beginnings of words", () => {
  expect(parseQuery('Orbit "space  shuttle" comput*')).toEqual([
    { words: ["orbit"], open: false },
    { words: ["space", "shuttle"], open: false },
    { words: ["comput"], open: true },
  ]);
  expect(parseQuery('  "" * ')).toEqual([]);
  expect(parseQuery("np.random_state")).toEqual([{ words: ["np", "random", "state"], open: false }]);
  expect(parseQuery("np.linalg")).toEqual([{ words: ["np", "linalg"], open: false }]);
});

test("only whole words are found, and phrases over punctuation and line ends", () => {
  const [orbit] = parseQuery("orbit");
  expect(spansOf("orbital orbit, orbits reorbit", orbit as never)).toEqual([[8, 13]]);
  const [phrase] = parseQuery('"space shuttle"');
  expect(spansOf("the space\n shuttle; space the shuttle", phrase as never)).toEqual([[4, 18]]);
});

test("marks fall on the text as it is written", () => {
  expect(marked("Le CAFÉ, le café et la cafétéria", "cafe")).toEqual(["CAFÉ", "café"]);
  expect(marked("Le CAFÉ, le café et la cafétéria", "cafe*")).toEqual(["CAFÉ", "café", "cafétéria"]);
  expect(marked("cafe\u0301 noir", "café")).toEqual(["café"]);
});

test("a word that is not there as such marks words that begin with it", () => {
  expect(marked("orbital mechanics", "orbit")).toEqual(["orbital"]);
});

test("a word of a script without spaces is found within a run of letters", () => {
  expect(marked("我在中国的时候", "中国")).toEqual(["中国"]);
});

test("a search wants every term, whole words, and ranks by how much there is of them", () => {
  const texts = ["the moon and the orbit", "orbit orbit orbit", "orbital", "moon"];
  const scan = scanner(["a", "b", "c", "moon-7"], (row) => texts[row] as string);
  expect(scan("orbit", 10)).toEqual({ rows: [1, 0], total: 2 });
  expect(scan("orbit moon", 10).rows).toEqual([0]);
  expect(scan("orbit*", 10).total).toBe(3);
  expect(scan("orbita", 10).total).toBe(0);
  expect(scan("moon", 1)).toEqual({ rows: [3], total: 2 });
  expect(scan('"moon orbit"', 10).total).toBe(0);
});

test("names of documents are searched as well", () => {
  const scan = scanner(["numpy.linalg.svd", "numpy.fft"], () => "");
  expect(scan("linalg.svd", 10).rows).toEqual([0]);
});

test("texts are folded only when something is searched", () => {
  let read = 0;
  const scan = scanner(["a"], () => `text ${++read}`);
  expect(scan(" ", 5).total + read).toBe(0);
  scan("text", 5);
  scan("text", 5);
  expect(read).toBe(1);
});

test("the last word of a query can be left open, a phrase cannot", () => {
  expect(opened("space orbi ")).toBe("space orbi*");
  for (const query of ["", "orbi*", '"space orbi"', '"space orbi', "orbit."])
    expect(opened(query)).toBe(null);
});
