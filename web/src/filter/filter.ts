import type { Documents, Overview } from "../data/types";
import type { Route } from "../router";
import { columnsOf } from "./columns";
import { BANDS, type Band, bandOf } from "./confidenceBands";
import { hiddenOf } from "./noise";

/** Which documents are meant: read from the address, so that a link says it all. */
export interface Filter {
  /** Document clusters; empty for all. On a coarser level these are its clusters. */
  clusters: number[];
  level: number | null;
  /** Values of classes and groups by the name of the column; "class" is that of known classes. */
  values: Record<string, number[]>;
  from: string | null;
  to: string | null;
  /** Among the surest of the run, or the least sure. */
  sure: Band | null;
  /** Whether clusters that are set aside as noise are shown. */
  noise: boolean;
  /** Rows drawn around on the map or found by a search; null for all. */
  rows: Set<number> | null;
}

/** Reads the filter from an address: c=3,4  level=0  is.class=1  from=  to=  sure=low  noise=show */
export function filterOf(route: Route): Filter {
  const list = (text: string | undefined) =>
    text ? text.split(",").map(Number).filter(Number.isInteger) : [];
  const values: Record<string, number[]> = {};
  for (const [name, text] of Object.entries(route.params))
    if (name.startsWith("is.")) values[name.slice(3)] = list(text);
  return {
    clusters: list(route.params.c),
    level: route.params.level === undefined ? null : Number(route.params.level),
    values,
    from: route.params.from ?? null,
    to: route.params.to ?? null,
    sure: BANDS.find((sure) => sure === route.params.sure) ?? null,
    noise: route.params.noise === "show",
    rows: null,
  };
}

export function isEmpty(filter: Filter): boolean {
  const { clusters, values, from, to, sure, rows } = filter;
  return !clusters.length && !Object.keys(values).length && !from && !to && !sure && !rows;
}

/** Rows of the documents that match, in input order; the facets `but` are ignored. */
export function passing(
  documents: Documents,
  overview: Overview,
  filter: Filter,
  but: string[] = [],
): Int32Array {
  const tests = testsOf(documents, overview, filter).filter(({ facet }) => !but.includes(facet));
  const n = documents.ids.length;
  const rows = new Int32Array(n);
  let found = 0;
  for (let row = 0; row < n; row++) if (tests.every(({ test }) => test(row))) rows[found++] = row;
  return rows.subarray(0, found);
}

/** One condition on documents; `facet` names its subject: "cluster", "date", "noise" or a column. */
export interface Test {
  facet: string;
  test: (row: number) => boolean;
}

export function testsOf(documents: Documents, overview: Overview, filter: Filter): Test[] {
  const tests: Test[] = [];
  const hidden = hiddenOf(overview, filter);
  if (hidden.size)
    tests.push({ facet: "noise", test: (row) => !hidden.has(documents.cluster[row] as number) });
  if (filter.clusters.length) {
    const of = clusterOf(documents, overview, filter.level);
    const wanted = new Set(filter.clusters);
    tests.push({ facet: "cluster", test: (row) => wanted.has(of(row)) });
  }
  for (const [name, codes] of Object.entries(filter.values)) {
    const column = columnsOf(documents)[name];
    if (column)
      tests.push({ facet: `is.${name}`, test: (row) => codes.includes(column.codes[row] as number) });
  }
  const { dates } = documents;
  const { from, to, sure, rows } = filter;
  if (dates && from) tests.push({ facet: "date", test: (row) => (dates[row] as string) >= from });
  if (dates && to)
    tests.push({ facet: "date", test: (row) => dates[row] !== "" && (dates[row] as string) <= `${to}~` });
  if (sure) {
    const of = bandOf(documents);
    tests.push({ facet: "sure", test: (row) => of(row) === sure });
  }
  if (rows) tests.push({ facet: "rows", test: (row) => rows.has(row) });
  return tests;
}

/** The cluster of a document on a level; null is the finest. */
export function clusterOf(documents: Documents, overview: Overview, level: number | null) {
  const up = level === null ? null : (overview.parents[level] ?? null);
  return (row: number): number => {
    const own = documents.cluster[row] as number;
    return up && own >= 0 ? (up[own] as number) : own;
  };
}
