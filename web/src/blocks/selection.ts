import type { BlocksNumbers, Overview, Words } from "../data/types";
import type { Filter } from "../filter/filter";

const MUCH = 2; // lift from which a document cluster counts as a user of a word cluster

/** The word cluster that the address looks into; none without documents that it is looked for in. */
export function chosenOf(params: Record<string, string>, filter: Filter): number | null {
  const chosen = Number(params.w);
  return params.w !== undefined && Number.isInteger(chosen) && filter.clusters.length ? chosen : null;
}

/** Parameters of the address after a click on a document cluster: a second click takes it away, shift adds. */
export function clickedRow(filter: Filter, k: number, level: number | null, add: boolean) {
  const now = filter.level === level ? filter.clusters : [];
  const others = now.filter((other) => other !== k);
  const next = now.includes(k) ? (add ? others : now.length > 1 ? [k] : []) : add ? [...now, k] : [k];
  return { c: next.join(",") || null, level: next.length ? level : null, w: null };
}

/** After a click on a block: its document cluster is the filter, its word cluster is looked into. */
export function clickedBlock(filter: Filter, k: number, j: number, chosen: number | null) {
  const same = filter.level === null && filter.clusters.join() === String(k) && chosen === j;
  return same ? { c: null, level: null, w: null } : { c: k, level: null, w: j };
}

/** After a click on a word cluster: the document clusters that use it much more than expected. */
export function clickedColumn(blocks: BlocksNumbers, j: number, chosen: number | null, filter: Filter) {
  const users = usersOf(blocks, j).join(",");
  const same = chosen === j && filter.clusters.join() === users;
  return same ? { c: null, level: null, w: null } : { c: users, level: null, w: j };
}

export function usersOf(blocks: BlocksNumbers, j: number): number[] {
  const column = blocks.column_clusters.indexOf(j);
  const lifts = blocks.lift.map((row) => row[column] ?? 0);
  const least = Math.min(MUCH, Math.max(...lifts));
  return blocks.row_clusters.filter((_, i) => (lifts[i] as number) >= least);
}

export interface Block {
  row: number;
  column: number;
  lift: number;
  /** Of the counts of the document cluster. */
  share: number;
}

/** One block by the numbers of its clusters. */
export function blockOf(blocks: BlocksNumbers, row: number, column: number): Block {
  const i = blocks.row_clusters.indexOf(row);
  const j = blocks.column_clusters.indexOf(column);
  const masses = blocks.mass[i] ?? [];
  const total = masses.reduce((sum, value) => sum + value, 0);
  return { row, column, lift: blocks.lift[i]?.[j] ?? 0, share: total ? (masses[j] ?? 0) / total : 0 };
}

/** The blocks that exceed chance most. */
export function strongest(blocks: BlocksNumbers, n: number): Block[] {
  const all = blocks.residual.flatMap((row, i) => row.map((value, j) => ({ value, i, j })));
  all.sort((a, b) => b.value - a.value);
  return all
    .filter(({ value }) => value > 0)
    .slice(0, n)
    .map(({ i, j }) =>
      blockOf(blocks, blocks.row_clusters[i] as number, blocks.column_clusters[j] as number),
    );
}

export interface BlockWord {
  word: string;
  count: number;
}

/** The words of a word cluster that a document cluster uses most. */
export function wordsOf(words: Words, row: number, column: number, n: number): BlockWord[] {
  const counts = words.telling.counts[row] ?? [];
  return words.telling.index
    .map((index, place) => ({ index, count: counts[place] ?? 0 }))
    .filter(({ index, count }) => count > 0 && words.cluster[index] === column)
    .sort((a, b) => b.count - a.count)
    .slice(0, n)
    .map(({ index, count }) => ({ word: words.words[index] as string, count }));
}

/** Whether the filter holds a cluster of the finest level. */
export function isOn(filter: Filter, overview: Overview, k: number): boolean {
  const up = filter.level === null ? k : overview.parents[filter.level]?.[k];
  return up !== undefined && filter.clusters.includes(up);
}

export interface Group {
  /** The coarser cluster; null if no level is selected. */
  cluster: number | null;
  rows: number[];
}

/** Places of the rows of the table, those of a coarser cluster together. */
export function groupsOf(blocks: BlocksNumbers, parents: number[] | null): Group[] {
  const all = blocks.row_clusters.map((_, i) => i);
  if (!parents) return [{ cluster: null, rows: all }];
  const coarse = [...new Set(parents)].sort((a, b) => a - b);
  return coarse.map((cluster) => ({
    cluster,
    rows: all.filter((i) => parents[blocks.row_clusters[i] as number] === cluster),
  }));
}
