import type { Words } from "../data/types";
import { composed, fold } from "../search/fold";

export const COLUMNS = ["word", "total", "cluster", "weight", "keyness"] as const;
export type Column = (typeof COLUMNS)[number];

/** Indices of the words that contain a text, or belong to a word cluster. */
export function chosen(words: Words, letters: string, cluster: number | null): number[] {
  const wanted = fold(composed(letters.trim()));
  const places: number[] = [];
  words.words.forEach((word, j) => {
    if (cluster !== null && words.cluster[j] !== cluster) return;
    if (!wanted || fold(word).includes(wanted)) places.push(j);
  });
  return places;
}

/** Names from a to z, numbers from the highest; `reverse` turns it round. */
export function sortedBy(words: Words, places: number[], column: Column, reverse: boolean): number[] {
  const sign = reverse ? -1 : 1;
  if (column === "word") {
    const compare = new Intl.Collator("en", { numeric: true }).compare;
    return [...places].sort((a, b) => sign * compare(words.words[a] as string, words.words[b] as string));
  }
  const values = words[column];
  const way = column === "cluster" ? sign : -sign;
  return [...places].sort((a, b) => way * ((values[a] ?? 0) - (values[b] ?? 0)) || a - b);
}
