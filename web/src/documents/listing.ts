import { titleColumn } from "../data/titles";
import type { Documents, Found, Overview } from "../data/types";

const SORTS = ["relevance", "input", "unsure", "sure", "newest", "oldest"] as const;
export type Sort = (typeof SORTS)[number];

/** Ways to sort that this run and this search have. */
export function sortsOf(documents: Documents, searched: boolean): Sort[] {
  const known = documents.confidence.some((value) => value !== null);
  return SORTS.filter((sort) => {
    if (sort === "relevance") return searched;
    if (sort === "newest" || sort === "oldest") return documents.dates !== null;
    return sort === "input" || known;
  });
}

/** Rows that match both filter and search, sorted; unknown dates and confidences come last. */
export function listed(documents: Documents, rows: Int32Array, found: Found | null, sort: Sort): Int32Array {
  const kept = found ? both(rows, found, sort === "relevance", documents.ids.length) : rows;
  const { confidence, dates } = documents;
  if (sort === "sure" || sort === "unsure") {
    const sign = sort === "sure" ? -1 : 1;
    const key = (row: number) => (confidence[row] === null ? 9 : sign * (confidence[row] as number));
    return kept.slice().sort((a, b) => key(a) - key(b) || a - b);
  }
  if ((sort === "newest" || sort === "oldest") && dates) {
    const sign = sort === "newest" ? -1 : 1;
    return kept.slice().sort((a, b) => byDate(dates[a] as string, dates[b] as string, sign) || a - b);
  }
  return kept;
}

function byDate(a: string, b: string, sign: number): number {
  if (a === b) return 0;
  if (!a || !b) return a ? -1 : 1;
  return a < b ? -sign : sign;
}

/** Those in both: as they were found, or in input order. */
function both(rows: Int32Array, found: Found, ranked: boolean, n: number): Int32Array {
  const here = new Uint8Array(n);
  for (const row of ranked ? rows : found.rows) here[row] = 1;
  return (ranked ? Int32Array.from(found.rows) : rows).filter((row) => here[row] === 1);
}

/** The listed documents as a table for a spreadsheet. */
export function table(documents: Documents, overview: Overview, rows: Int32Array): [string[], unknown[][]] {
  const { ids, cluster, confidence, second, classes, dates } = documents;
  const groups = Object.entries(documents.groups);
  const more = Object.entries(documents.more);
  const columns = ["id", ...(documents.titles ? ["title"] : []), "cluster", "name", "confidence", "second"];
  if (classes) columns.push("class");
  if (dates) columns.push("date");
  columns.push(...groups.map(([name]) => name), ...more.map(([name]) => name));
  const body = Array.from(rows, (row) => [
    ids[row],
    ...titleColumn(documents, row),
    known(cluster[row]),
    overview.clusters[cluster[row] as number]?.label,
    confidence[row],
    known(second[row]),
    ...(classes ? [classes.names[classes.codes[row] as number]] : []),
    ...(dates ? [dates[row]] : []),
    ...groups.map(([, { codes, names }]) => names[codes[row] as number]),
    ...more.map(([, values]) => values[row]),
  ]);
  return [columns, body];
}

const known = (cluster: number | undefined) => (cluster === undefined || cluster < 0 ? null : cluster);

const AROUND = 50;

/** The part of a text around the first hit. */
export function snippet(text: string, hit: number | undefined, most = 200): string {
  const flat = text.replace(/\s/g, " ");
  if (hit === undefined || hit < AROUND) return flat.slice(0, most);
  const space = flat.indexOf(" ", hit - AROUND);
  const from = space >= 0 && space < hit ? space + 1 : hit - AROUND;
  return `… ${flat.slice(from, from + most)}`;
}
