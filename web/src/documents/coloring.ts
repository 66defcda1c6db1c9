import type { Overview, Words } from "../data/types";
import { type Span, UNSPACED, WORDS } from "../search/query";

/** How a word is shown in a text: the color and the number of the cluster it speaks for. */
export interface Ink {
  color: string;
  cluster: number;
  /** The label of the cluster. */
  label: string;
}

/** Words of a vocabulary and their ink; pairs of words are joined by "_". */
export type Palette = Map<string, Ink>;

export interface Piece {
  text: string;
  ink: Ink | null;
  /** The highlighted word, as spelled in the vocabulary. */
  word: string | null;
  hit: boolean;
}

const TELLING = 100;

/** The words that a document cluster overuses most, at most `n` of them. */
export function ownPalette(words: Words, overview: Overview, cluster: number, most = TELLING): Palette {
  const { index, keyness } = words.telling;
  const own = overview.clusters[cluster];
  const scores = keyness[cluster];
  if (!own || !scores) return new Map();
  const places = index.map((_, place) => place).filter((place) => (scores[place] as number) > 0);
  places.sort((a, b) => (scores[b] as number) - (scores[a] as number));
  const ink = { color: own.color, cluster, label: own.label };
  return new Map(places.slice(0, most).map((place) => [words.words[index[place] as number] as string, ink]));
}

/** Every word in the color of its word cluster. IRaMuTeQ calls this a colored corpus. */
export function wholePalette(words: Words, overview: Overview): Palette {
  const inks = overview.word_clusters.map(({ cluster, color, label }): Ink => ({ cluster, color, label }));
  const palette: Palette = new Map();
  words.words.forEach((word, j) => {
    const ink = inks[words.cluster[j] as number];
    if (ink) palette.set(word, ink);
  });
  return palette;
}

/** A text cut into pieces of one style: highlighted words, search hits and the rest. */
export function piecesOf(text: string, palette: Palette, hits: Span[]): Piece[] {
  const inked = inkedSpans(text, palette);
  const cuts = new Set([0, text.length]);
  for (const [from, to] of hits) cuts.add(from).add(to);
  for (const { from, to } of inked) cuts.add(from).add(to);
  const places = [...cuts].sort((a, b) => a - b);
  let i = 0;
  let h = 0;
  return places.slice(0, -1).map((from, at) => {
    while (i < inked.length && (inked[i] as Inked).to <= from) i++;
    while (h < hits.length && (hits[h] as Span)[1] <= from) h++;
    const own = inked[i];
    const covers = own !== undefined && own.from <= from;
    const hit = h < hits.length && (hits[h] as Span)[0] <= from;
    return {
      text: text.slice(from, places[at + 1]),
      ink: covers ? own.ink : null,
      word: covers ? own.word : null,
      hit,
    };
  });
}

interface Inked {
  from: number;
  to: number;
  word: string;
  ink: Ink;
}

/** Words of the palette in a text, pairs before single words, in order and apart. */
function inkedSpans(text: string, palette: Palette): Inked[] {
  const found: Inked[] = [];
  if (!palette.size) return found;
  const places = wordsOf(text);
  for (let i = 0; i < places.length; i++) {
    const [from, to] = places[i] as Span;
    const next = places[i + 1];
    const pair = next && look(palette, `${text.slice(from, to)}_${text.slice(...next)}`);
    const known = pair ?? look(palette, text.slice(from, to));
    if (known) found.push({ from, to: pair ? next[1] : to, ...known });
    if (pair) i++;
  }
  return found;
}

/** A word as spelled, or in lower case, as in most vocabularies. */
function look(palette: Palette, text: string): Pick<Inked, "word" | "ink"> | null {
  for (const word of [text, text.toLowerCase()]) {
    const ink = palette.get(word);
    if (ink) return { word, ink };
  }
  return null;
}

/** Start and end of each word. The browser's dictionary segments scripts without spaces. */
function wordsOf(text: string): Span[] {
  if (UNSPACED.test(text) && typeof Intl.Segmenter === "function")
    return [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ index, segment }): Span => [index, index + segment.length]);
  return [...text.matchAll(WORDS)].map((match): Span => [match.index, match.index + match[0].length]);
}

/** Without the further pieces of a pair that a hit of the search cuts in two. */
const whole = (pieces: Piece[]) =>
  pieces.filter(({ word }, i) => word === null || pieces[i - 1]?.word !== word);

interface LegendEntry {
  ink: Ink;
  /** How many words of the text have this color. */
  count: number;
}

/** The clusters whose colors occur in a text, most frequent first. */
export function legendOf(pieces: Piece[]): LegendEntry[] {
  const seen = new Map<number, LegendEntry>();
  for (const { ink } of whole(pieces)) {
    if (!ink) continue;
    const entry = seen.get(ink.cluster) ?? { ink, count: 0 };
    entry.count++;
    seen.set(ink.cluster, entry);
  }
  return [...seen.values()].sort((a, b) => b.count - a.count);
}

/** The highlighted words of a text with their counts, most frequent first. */
export function wordsIn(pieces: Piece[]): { word: string; count: number }[] {
  const seen = new Map<string, number>();
  for (const { word } of whole(pieces)) if (word !== null) seen.set(word, (seen.get(word) ?? 0) + 1);
  return [...seen].map(([word, count]) => ({ word, count })).sort((a, b) => b.count - a.count);
}
