import type { Words } from "../data/types";

/** A word as one cluster uses it. */
export interface Use {
  word: string;
  /** How often the cluster uses it, and how often all do. */
  count: number;
  total: number;
  /** The score that ranks it: relevance or keyness. */
  score: number;
}

/**
 * Relevance of a word to a cluster, as cotext.result.words.relevance: lambda log p(w|c) + (1 - lambda) log of
 * p(w|c) / p(w). 1 ranks by frequency, 0 by lift; minus infinity if the cluster does not use the word.
 */
export function relevance(
  count: number,
  ofCluster: number,
  total: number,
  ofAll: number,
  lambda: number,
): number {
  if (count <= 0) return Number.NEGATIVE_INFINITY;
  return Math.log(count / ofCluster) - (1 - lambda) * Math.log(total / ofAll);
}

/** The most relevant words of a cluster, best first. */
export function mostRelevant(words: Words, cluster: number, lambda: number, n: number): Use[] {
  const ofAll = words.cluster_totals.reduce((a, b) => a + b, 0);
  const ofCluster = words.cluster_totals[cluster] as number;
  const used = usesOf(words, cluster, (count, total) => relevance(count, ofCluster, total, ofAll, lambda));
  return best(used.filter(({ score }) => score > Number.NEGATIVE_INFINITY)).slice(0, n);
}

/** Words that a cluster uses more often than expected and those it uses less often, n of each, highest first. */
export function mostKey(words: Words, cluster: number, n: number): Use[] {
  const used = best(usesOf(words, cluster, (_count, _total, keyness) => keyness));
  const below = used.filter(({ score }) => score < 0);
  return [
    ...used.filter(({ score }) => score > 0).slice(0, n),
    ...below.slice(Math.max(0, below.length - n)),
  ];
}

function usesOf(
  { words, total, telling }: Words,
  cluster: number,
  score: (count: number, total: number, keyness: number) => number,
): Use[] {
  const counts = telling.counts[cluster] ?? [];
  const keyness = telling.keyness[cluster] ?? [];
  return telling.index.map((index, place) => {
    const count = counts[place] as number;
    const all = total[index] as number;
    return {
      word: words[index] as string,
      count,
      total: all,
      score: score(count, all, keyness[place] as number),
    };
  });
}

/** Best first; among equals, as all words are that one cluster alone uses when lambda is 0, the more frequent. */
const best = (uses: Use[]) =>
  uses.sort((a, b) => (Math.abs(a.score - b.score) > 1e-9 ? b.score - a.score : b.count - a.count));
