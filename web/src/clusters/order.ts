import type { Cluster, Overview } from "../data/types";

export const ORDERS = ["number", "size", "confidence"] as const;
export type Order = (typeof ORDERS)[number];

export function orderOf(text: string | undefined): Order {
  return (ORDERS as readonly string[]).includes(text ?? "") ? (text as Order) : "number";
}

/** Clusters by number, the largest first, or the surest first. */
export function ordered(clusters: Cluster[], order: Order): Cluster[] {
  const score = {
    number: (c: Cluster) => -c.cluster,
    size: (c: Cluster) => c.size,
    confidence: confidenceOf,
  };
  return [...clusters].sort((a, b) => score[order](b) - score[order](a) || a.cluster - b.cluster);
}

const confidenceOf = (cluster: Cluster) => cluster.confidence ?? -1;

export interface Family {
  /** Numbers of the enclosing clusters, coarsest first; empty if nothing is nested. */
  within: number[];
  clusters: Cluster[];
}

/** Clusters grouped by the coarser cluster that contains them; one family if there are no levels. */
export function families(clusters: Cluster[], parents: Overview["parents"]): Family[] {
  const found = new Map<string, Family>();
  for (const cluster of clusters) {
    const within = parents.map((level) => level[cluster.cluster] as number);
    const family = found.get(within.join()) ?? { within, clusters: [] };
    family.clusters.push(cluster);
    found.set(within.join(), family);
  }
  return [...found.values()].sort((a, b) => compare(a.within, b.within));
}

/** Whether clusters lie in the same coarser clusters: only then can they become one. */
export function areSiblings(clusters: number[], parents: Overview["parents"]): boolean {
  return parents.every((level) => new Set(clusters.map((k) => level[k])).size <= 1);
}

/** The clusters that a cluster can be merged with. */
export function mergeable(cluster: number, { clusters, parents }: Overview): Cluster[] {
  return clusters.filter(
    (other) => other.cluster !== cluster && areSiblings([cluster, other.cluster], parents),
  );
}

function compare(a: number[], b: number[]): number {
  const i = a.findIndex((value, place) => value !== b[place]);
  return i < 0 ? 0 : (a[i] as number) - (b[i] as number);
}

/** Documents of each cluster among some rows. */
export function countsOf(cluster: number[], rows: Int32Array, n: number): number[] {
  const counts = new Array<number>(n).fill(0);
  for (const row of rows) {
    const own = cluster[row] as number;
    if (own >= 0) counts[own] = (counts[own] ?? 0) + 1;
  }
  return counts;
}
