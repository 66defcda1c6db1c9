import type { Codes } from "../data/types";

export interface Table {
  /** Places of the values in the column's names: those that occur. */
  values: number[];
  /** counts[cluster][value] */
  counts: number[][];
  lift: number[][];
  residual: number[][];
  total: number;
}

/** Clusters x values of a column: documents, over the number expected from the margins, signed residual. */
export function crossTable(cluster: number[], column: Codes, rows: Int32Array, n: number): Table {
  const all = Array.from({ length: n }, () => new Array<number>(column.names.length).fill(0));
  for (const row of rows) {
    const own = all[cluster[row] as number];
    const value = column.codes[row] as number;
    if (own && value >= 0) own[value] = (own[value] as number) + 1;
  }
  const values = column.names.map((_, j) => j).filter((j) => all.some((row) => row[j]));
  const counts = all.map((row) => values.map((j) => row[j] as number));
  return { values, counts, ...against(counts) };
}

/** Observed against expected: lift and residual, as `blocks` of Python has them. */
export function against(counts: number[][]): Pick<Table, "lift" | "residual" | "total"> {
  const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
  const rowSums = counts.map(sum);
  const columnSums = (counts[0] ?? []).map((_, j) => sum(counts.map((row) => row[j] as number)));
  const total = sum(rowSums);
  const expected = (i: number, j: number) =>
    ((rowSums[i] as number) * (columnSums[j] as number)) / Math.max(total, 1);
  const each = (made: (count: number, expected: number) => number) =>
    counts.map((row, i) => row.map((count, j) => (expected(i, j) ? made(count, expected(i, j)) : 0)));
  return {
    lift: each((count, e) => count / e),
    residual: each((count, e) => (count - e) / Math.sqrt(e)),
    total,
  };
}

/** The cell with the highest residual. */
export function strongest({ residual }: Table): [number, number] | null {
  let best: [number, number] | null = null;
  let height = 0;
  residual.forEach((row, i) => {
    row.forEach((value, j) => {
      if (value > height) [best, height] = [[i, j], value];
    });
  });
  return best;
}

/** Columns ordered by the cluster they match best, which gives blocks along the diagonal. */
export function matched({ lift }: Table): number[] {
  const columns = (lift[0] ?? []).map((_, j) => lift.map((row) => row[j] as number));
  const peak = columns.map((values) => values.indexOf(Math.max(...values)));
  const height = (j: number) => Math.max(...(columns[j] as number[]));
  return columns
    .map((_, j) => j)
    .sort((a, b) => (peak[a] as number) - (peak[b] as number) || height(b) - height(a) || a - b);
}
