import type { Documents, Overview } from "../data/types";
import { BANDS, bandOf } from "../filter/confidenceBands";
import { clusterOf, type Filter, type Test, testsOf } from "../filter/filter";

export interface FacetValue {
  /** The value in the address when it is selected. */
  value: string;
  count: number;
  chosen: boolean;
}

export interface Facet {
  /** "cluster", "is.class", "is.NAME" of a group, "date" or "sure". */
  facet: string;
  values: FacetValue[];
}

/** The value of each document: an index into `values`, or -1. */
interface Column {
  facet: string;
  values: string[];
  codes: Int32Array;
}

/**
 * The available filters. Each count covers the documents that match all other filters, so it is the number of
 * documents left after a click. `found` holds the rows of a search, or null without a search.
 */
export function facets(
  documents: Documents,
  overview: Overview,
  filter: Filter,
  found: number[] | null,
): Facet[] {
  const columns = columnsOf(documents, overview, filter.level);
  const counts = columns.map(({ values }) => new Int32Array(values.length));
  const tests = testsOf(documents, overview, filter);
  const n = found ? found.length : documents.ids.length;
  for (let i = 0; i < n; i++) {
    const row = found ? (found[i] as number) : i;
    const failed = failedFacet(tests, row);
    if (failed === SEVERAL) continue;
    for (let c = 0; c < columns.length; c++) {
      const { facet, codes } = columns[c] as Column;
      if (failed !== null && failed !== facet) continue;
      const code = codes[row] as number;
      const seen = counts[c] as Int32Array;
      if (code >= 0) seen[code] = (seen[code] as number) + 1;
    }
  }
  return columns.map(({ facet, values }, c) => ({
    facet,
    values: values
      .map((value, i) => ({ value, count: counts[c]?.[i] as number, chosen: isChosen(facet, value, filter) }))
      .filter(({ count, chosen }) => count > 0 || chosen),
  }));
}

const SEVERAL = "";

/** The facet that excludes a document; null if none does, SEVERAL if more than one does. */
function failedFacet(tests: Test[], row: number): string | null {
  let failed: string | null = null;
  for (const { facet, test } of tests) {
    if (facet === failed || test(row)) continue;
    if (failed !== null) return SEVERAL;
    failed = facet;
  }
  return failed;
}

function isChosen(facet: string, value: string, filter: Filter): boolean {
  if (facet === "cluster") return filter.clusters.includes(Number(value));
  if (facet === "date") return filter.from === value && filter.to === value;
  if (facet === "sure") return filter.sure === value;
  return filter.values[facet.slice(3)]?.includes(Number(value)) ?? false;
}

const known = new WeakMap<Documents, Map<string, Column[]>>();

/** The columns that can be counted; made once for the documents of a run, so that a click need only count. */
function columnsOf(documents: Documents, overview: Overview, level: number | null): Column[] {
  const kept = known.get(documents) ?? new Map<string, Column[]>();
  known.set(documents, kept);
  const found = kept.get(String(level)) ?? makeColumns(documents, overview, level);
  kept.set(String(level), found);
  return found;
}

function makeColumns(documents: Documents, overview: Overview, level: number | null): Column[] {
  const n = documents.ids.length;
  const column = (facet: string, values: string[], code: (row: number) => number): Column => ({
    facet,
    values,
    codes: Int32Array.from({ length: n }, (_, row) => code(row)),
  });
  const numbered = (facet: string, most: number, of: (row: number) => number) =>
    column(
      facet,
      Array.from({ length: most + 2 }, (_, i) => String(i - 1)),
      (row) => of(row) + 1,
    );
  const cluster = clusterOf(documents, overview, level);
  const columns = [
    numbered(
      "cluster",
      documents.cluster.reduce((a, b) => Math.max(a, b), 0),
      cluster,
    ),
  ];
  const named = { ...(documents.classes ? { class: documents.classes } : {}), ...documents.groups };
  for (const [name, { codes, names }] of Object.entries(named))
    columns.push(numbered(`is.${name}`, names.length - 1, (row) => codes[row] as number));
  const { dates } = documents;
  if (dates) {
    const digits = periodDigits(dates);
    const periods = [...new Set(dates.map((date) => date.slice(0, digits)))].filter(Boolean).sort();
    const place = new Map(periods.map((period, i) => [period, i]));
    columns.push(column("date", periods, (row) => place.get((dates[row] as string).slice(0, digits)) ?? -1));
  }
  if (documents.confidence.some((value) => value !== null)) {
    const band = bandOf(documents);
    columns.push(column("sure", [...BANDS], (row) => BANDS.indexOf(band(row) as never)));
  }
  return columns;
}

/** How many characters of an ISO date separate periods: years if there are several, else months, else days. */
export function periodDigits(dates: string[]): number {
  for (const digits of [4, 7]) {
    const first = dates.find((date) => date !== "")?.slice(0, digits);
    if (dates.some((date) => date !== "" && date.slice(0, digits) !== first)) return digits;
  }
  return 10;
}

/** As they are shown: clusters, periods and confidence in their order, others by number. */
export function ordered({ facet, values }: Facet): FacetValue[] {
  if (!facet.startsWith("is.")) return values;
  return [...values].sort((a, b) => b.count - a.count || Number(a.value) - Number(b.value));
}

/** The address after a click on a value: adds it, or removes it if it was selected. */
export function toggled(
  facet: string,
  { value, chosen }: FacetValue,
  filter: Filter,
): Record<string, string | null> {
  if (facet === "date") return chosen ? { from: null, to: null } : { from: value, to: value };
  if (facet === "sure") return { sure: chosen ? null : value };
  const name = facet === "cluster" ? "c" : facet;
  const now = facet === "cluster" ? filter.clusters : (filter.values[facet.slice(3)] ?? []);
  const next = chosen ? now.filter((other) => String(other) !== value) : [...now, Number(value)];
  return { [name]: next.join(",") || null };
}
