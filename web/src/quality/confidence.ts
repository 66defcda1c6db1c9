import type { Documents } from "../data/types";

/** Documents whose cluster is the least sure, the least first; those without a cluster have none. */
export function leastConfident({ cluster, confidence }: Documents, rows: Int32Array, n: number): number[] {
  const known = [...rows].filter((row) => confidence[row] != null && (cluster[row] as number) >= 0);
  const sure = (row: number) => confidence[row] as number;
  return known.sort((a, b) => sure(a) - sure(b) || a - b).slice(0, n);
}

export interface Histogram {
  /** Lower ends of the bins, which are equally wide and end at 1. */
  edges: number[];
  counts: number[];
  /** The median confidence; null if none is known. */
  median: number | null;
  unknown: number;
}

/** How many documents are how sure of their cluster. */
export function histogramOf({ confidence }: Documents, rows: Int32Array, bins = 20): Histogram {
  const values: number[] = [];
  for (const row of rows) {
    const value = confidence[row];
    if (value != null) values.push(value);
  }
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.min(Math.floor(value * bins), bins - 1);
    counts[bin] = (counts[bin] as number) + 1;
  }
  values.sort((a, b) => b - a);
  return {
    edges: counts.map((_, i) => i / bins),
    counts,
    median: values[Math.ceil(values.length / 2) - 1] ?? null,
    unknown: rows.length - values.length,
  };
}
