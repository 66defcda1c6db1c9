/** The number below which a share of some numbers lies; 1 where there are none. */
export function quantile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.ceil(share * (sorted.length - 1))] ?? 1;
}
