import type { Documents } from "../data/types";

export const BANDS = ["high", "mid", "low"] as const;
export type Band = (typeof BANDS)[number];

const known = new WeakMap<Documents, (row: number) => Band | null>();

/**
 * The confidence band of each document within its run. Memberships of different models have different ranges,
 * so the bands are the top and the bottom quarter, not fixed numbers.
 */
export function bandOf(documents: Documents): (row: number) => Band | null {
  const found = known.get(documents) ?? judge(documents);
  known.set(documents, found);
  return found;
}

function judge({ confidence }: Documents): (row: number) => Band | null {
  const values = Float64Array.from(confidence.filter((value) => value !== null)).sort();
  const low = values[Math.ceil(values.length / 4) - 1] ?? 0;
  const high = values[Math.floor((3 * values.length) / 4)] ?? 0;
  return (row) => {
    const value = confidence[row] ?? null;
    if (value === null) return null;
    if (low >= high) return "mid";
    return value >= high ? "high" : value <= low ? "low" : "mid";
  };
}
