/** The quantile of some numbers; 1 if there are none. */
export function quantile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.ceil(share * (sorted.length - 1))] ?? 1;
}
