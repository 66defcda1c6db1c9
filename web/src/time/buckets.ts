// Dates are ISO texts, as exact as they were written: "2021", "2021-03", "2021-03-05".

import { texts } from "../texts";
import { TO } from "./range";

export const UNITS = ["year", "month", "day"] as const;
export type Unit = (typeof UNITS)[number];

const WIDTH: Record<Unit, number> = { year: 4, month: 7, day: 10 };
/** Columns that a chart has room for, and those that it can bear. */
const COMFORTABLE = 40;
const MOST = 400;

export interface Span {
  first: string;
  last: string;
  /** The finest unit that all dates have. */
  exact: Unit;
}

/** The first and last date and their precision; null if no document has a date. */
export function spanOf(dates: string[], rows: Int32Array): Span | null {
  let first = "";
  let last = "";
  let shortest = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const date = dates[row] as string;
    if (!date) continue;
    if (!first || date < first) first = date;
    if (date > last) last = date;
    shortest = Math.min(shortest, date.length);
  }
  if (!first) return null;
  return { first, last, exact: shortest >= WIDTH.day ? "day" : shortest >= WIDTH.month ? "month" : "year" };
}

/** Units that these dates can be counted by, the coarsest first. */
export function unitsFor({ first, last, exact }: Span): Unit[] {
  const known = UNITS.slice(0, UNITS.indexOf(exact) + 1);
  return known.filter((unit) => unit === "year" || periodsBetween(first, last, unit).length <= MOST);
}

/** The finest unit that has not too many periods to see. */
export function bestUnit(span: Span): Unit {
  const fine = unitsFor(span).filter(
    (unit) => periodsBetween(span.first, span.last, unit).length <= COMFORTABLE,
  );
  return fine.at(-1) ?? "year";
}

/** Every period from one date to another, also those without documents. */
export function periodsBetween(first: string, last: string, unit: Unit): string[] {
  const [from, to] = [first.slice(0, WIDTH[unit]), last.slice(0, WIDTH[unit])];
  const periods: string[] = [];
  const date = new Date(
    `${from.length === 4 ? `${from}-01` : from}${from.length < 10 ? "-01" : ""}T00:00:00Z`,
  );
  for (let period = from; period <= to && periods.length <= 4 * MOST; ) {
    periods.push(period);
    if (unit === "year") date.setUTCFullYear(date.getUTCFullYear() + 1);
    else if (unit === "month") date.setUTCMonth(date.getUTCMonth() + 1);
    else date.setUTCDate(date.getUTCDate() + 1);
    period = date.toISOString().slice(0, WIDTH[unit]);
  }
  return periods;
}

export interface Crossed {
  periods: string[];
  /** counts[cluster][period] */
  counts: number[][];
  /** Documents without a date, or without a cluster. */
  left: number;
}

/** Documents of each cluster in each period. */
export function countsOver(
  { cluster, dates }: { cluster: number[]; dates: string[] },
  rows: Int32Array,
  span: Span,
  unit: Unit,
  n: number,
): Crossed {
  const periods = periodsBetween(span.first, span.last, unit);
  const place = new Map(periods.map((period, i) => [period, i]));
  const counts = Array.from({ length: n }, () => new Array<number>(periods.length).fill(0));
  let left = 0;
  for (const row of rows) {
    const column = place.get((dates[row] as string).slice(0, WIDTH[unit]));
    const own = counts[cluster[row] as number];
    if (column === undefined || !own) left++;
    else own[column] = (own[column] as number) + 1;
  }
  return { periods, counts, left };
}

/** Documents that a column of shares should hold; fewer in collections too small for so many columns. */
const ENOUGH = 10;
const COLUMNS = 8;

export interface Widened extends Crossed {
  /** Columns that span several periods, and the documents that each column holds at least. */
  joined: number;
  enough: number;
}

/** Neighboring periods, merged until each column has enough documents for meaningful shares. */
export function widened({ periods, counts, left }: Crossed): Widened {
  const totals = totalsOf(counts);
  const all = totals.reduce((sum, value) => sum + value, 0);
  const enough = Math.max(1, Math.min(ENOUGH, Math.floor(all / COLUMNS)));
  const groups: number[][] = [];
  let held = enough;
  totals.forEach((total, j) => {
    if (!total) return; // a period without documents has no shares
    if (held >= enough) {
      groups.push([]);
      held = 0;
    }
    groups.at(-1)?.push(j);
    held += total;
  });
  if (held < enough && groups.length > 1) groups.at(-2)?.push(...(groups.pop() ?? []));
  return {
    periods: groups.map((group) => {
      const [first, last] = [periods[group[0] ?? 0] ?? "", periods[group.at(-1) ?? 0] ?? ""];
      return first === last ? first : `${first}${TO}${last}`;
    }),
    counts: counts.map((row) => groups.map((group) => group.reduce((sum, j) => sum + (row[j] ?? 0), 0))),
    left,
    joined: groups.filter((group) => group.length > 1).length,
    enough,
  };
}

/** Documents in each period. */
export function totalsOf(counts: number[][]): number[] {
  return counts[0]?.map((_, j) => counts.reduce((sum, row) => sum + (row[j] as number), 0)) ?? [];
}

/** Periods, with their documents on a second line. */
export function labeled(periods: string[], counts: number[][]): string[] {
  const totals = totalsOf(counts);
  return periods.map((period, j) => `${period}\n${texts.time.n(totals[j] ?? 0)}`);
}

/** Shares of the clusters in each period; 0 for a period without documents. */
export function sharesOf(counts: number[][]): number[][] {
  const totals = totalsOf(counts);
  return counts.map((row) => row.map((value, j) => value / Math.max(totals[j] as number, 1)));
}

export interface Change {
  cluster: number;
  /** Share before and after. */
  before: number;
  after: number;
  /** The last period of the earlier half of the documents. */
  until: string;
}

/** Of some clusters the one whose share differs most between the earlier and the later half of all documents. */
export function largestChange({ periods, counts }: Crossed, chosen = (_: number) => true): Change | null {
  const totals = totalsOf(counts);
  const all = totals.reduce((sum, value) => sum + value, 0);
  let seen = 0;
  let cut = totals.findIndex((value) => {
    seen += value;
    return seen >= all / 2;
  });
  if (totals.slice(cut + 1).every((value) => !value)) cut--; // the last period has more than half
  if (cut < 0 || totals.slice(0, cut + 1).every((value) => !value)) return null;
  const part = (values: number[]) => {
    const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
    return [sum(values.slice(0, cut + 1)), sum(values.slice(cut + 1))] as const;
  };
  const [early, late] = part(totals);
  const changes = counts.map((row, cluster): Change => {
    const [before, after] = part(row);
    return { cluster, before: before / early, after: after / late, until: periods[cut] as string };
  });
  const size = (change: Change) => Math.abs(change.after - change.before);
  return changes
    .filter(({ cluster }) => chosen(cluster))
    .reduce<Change | null>((best, change) => (best && size(best) >= size(change) ? best : change), null);
}
