import type { WordProfile, Words } from "../data/types";

interface Rate {
  cluster: number;
  count: number;
  /** Of 10,000 words of the cluster. */
  rate: number;
  keyness: number;
}

/** How each cluster uses a word, the most typical cluster first; empty if not known. */
export function ratesOf(profile: WordProfile, { cluster_totals }: Words): Rate[] {
  return profile.counts
    .map((count, cluster) => ({
      cluster,
      count,
      rate: (10_000 * count) / Math.max(cluster_totals[cluster] ?? 0, 1),
      keyness: profile.keyness[cluster] ?? 0,
    }))
    .sort((a, b) => b.keyness - a.keyness || a.cluster - b.cluster);
}
