/** A share as Python's titles write it: "13 %", "0.4 %". */
export function percent(share: number): string {
  const value = 100 * share;
  return `${value.toFixed(value > 0 && value < 1 ? 1 : 0)} %`;
}
