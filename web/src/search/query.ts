import { composed, fold, inWord } from "./fold";

/** Consecutive words; `open` if the last one is a prefix. */
export interface Term {
  words: string[];
  open: boolean;
}

/** From and to, in the folded text. */
export type Span = [number, number];

export const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const PARTS = /"([^"]*)"?|([^\s"]+)/g;
/** Scripts without spaces between words: any part of a run of characters counts as a word. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The terms of a query: words, "phrases in quotes", prefixes such as comput*. */
export function parseQuery(query: string): Term[] {
  const terms: Term[] = [];
  for (const [, phrase, word] of query.matchAll(PARTS)) {
    const text = phrase ?? word ?? "";
    const words = fold(composed(text)).match(WORDS);
    if (words) terms.push({ words, open: text.endsWith("*") });
  }
  return terms;
}

/** The query with its last word as a prefix; null if that is a phrase or a prefix already. */
export function opened(query: string): string | null {
  const last = query.trim();
  const quotes = last.split('"').length - 1;
  return last && quotes % 2 === 0 && inWord(last, last.length - 1) ? `${last}*` : null;
}

/** Every match of a term in a folded text, as whole words. */
export function spansOf(text: string, term: Term): Span[] {
  const spans: Span[] = [];
  const first = term.words[0] as string;
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    const end = endOf(text, at, term);
    if (end > at) {
      spans.push([at, end]);
      at = end - 1;
    }
  }
  return spans;
}

/** The end of a match that begins here; -1 if there is none. */
function endOf(text: string, at: number, { words, open }: Term): number {
  let place = at;
  for (const [i, word] of words.entries()) {
    if (i) while (place < text.length && !inWord(text, place)) place++;
    if (!text.startsWith(word, place)) return -1;
    if (inWord(text, place - 1) && !UNSPACED.test(word)) return -1;
    place += word.length;
    if (!inWord(text, place) || UNSPACED.test(word)) continue;
    if (!open || i < words.length - 1) return -1;
    while (inWord(text, place)) place++;
  }
  return place;
}

/** The spans to mark: whole words or, for a term without a match, words that begin with it. */
export function marksOf(folded: string, terms: Term[]): Span[] {
  const spans = terms.flatMap((term) => {
    const whole = spansOf(folded, term);
    return whole.length || term.open ? whole : spansOf(folded, { ...term, open: true });
  });
  return disjoint(spans);
}

/** In order, without those that lie in an earlier one. */
function disjoint(spans: Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let end = 0;
  return sorted.filter((span) => {
    if (span[0] < end) return false;
    end = span[1];
    return true;
  });
}
