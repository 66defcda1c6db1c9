import type { WordProfile, Words } from "./types";

const MOST = 12;

/** How much more often each cluster uses each telling word than all do: positive pointwise information. */
function surplus({ telling, cluster_totals }: Words, place: number): number[] {
  const counts = telling.counts.map((row) => row[place] ?? 0);
  const all = counts.reduce((a, b) => a + b, 0);
  const mass = cluster_totals.reduce((a, b) => a + b, 0);
  return counts.map((n, k) =>
    n > 0 ? Math.max(0, Math.log((n * mass) / ((cluster_totals[k] as number) * all))) : 0,
  );
}

/** Words whose use over the clusters is most like this one's, the more frequent first among equals. */
export function alike(words: Words, place: number): WordProfile["similar"] {
  const own = surplus(words, place);
  const found = words.telling.index.map((index, other) => {
    const similarity = other === place ? -1 : cosine(own, surplus(words, other));
    return { word: words.words[index] as string, similarity, total: words.total[index] as number };
  });
  const near = found.filter(({ similarity }) => similarity > 0);
  near.sort((a, b) => +(b.similarity - a.similarity).toFixed(3) || b.total - a.total);
  return near.slice(0, MOST).map(({ word, similarity }) => ({ word, similarity }));
}

function cosine(a: number[], b: number[]): number {
  const product = (x: number[], y: number[]) =>
    x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
  const norm = Math.sqrt(product(a, a) * product(b, b));
  return norm ? product(a, b) / norm : 0;
}
