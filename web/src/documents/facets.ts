import { clusterOf, type Filter, type Test, testsOf } from "../data/filter";
import { SURE, sureness } from "../data/sure";
import type { Documents, Overview } from "../data/types";

export interface FacetValue {
  /** What the address holds when it is chosen. */
  value: string;
  count: number;
  chosen: boolean;
}

export interface Facet {
  /** "cluster", "is.class", "is.NAME" of a group, "date" or "sure". */
  facet: string;
  values: FacetValue[];
}

type Asked = Pick<Facet, "facet"> & {
  of: (row: number) => string | null;
  chosen: (value: string) => boolean;
};

/**
 * What the documents could be narrowed to. Each count is of those that pass all other filters, so that it says
 * how many there will be after the click. `found` holds the rows of a search, null where nothing is searched.
 */
export function facets(
  documents: Documents,
  overview: Overview,
  filter: Filter,
  found: Set<number> | null,
): Facet[] {
  const asked = askedOf(documents, overview, filter);
  const counts = asked.map(() => new Map<string, number>());
  const tests = testsOf(documents, overview, filter);
  for (let row = 0; row < documents.ids.length; row++) {
    if (found && !found.has(row)) continue;
    const failed = failedFacet(tests, row);
    if (failed === SEVERAL) continue;
    for (const [i, { facet, of }] of asked.entries()) {
      if (failed !== null && failed !== facet) continue;
      const value = of(row);
      const seen = counts[i] as Map<string, number>;
      if (value !== null) seen.set(value, (seen.get(value) ?? 0) + 1);
    }
  }
  return asked.map(({ facet, chosen }, i) => ({
    facet,
    values: [...(counts[i] as Map<string, number>)].map(([value, count]) => ({
      value,
      count,
      chosen: chosen(value),
    })),
  }));
}

const SEVERAL = "";

/** The facet by which a document fails; null where it passes, SEVERAL where more than one refuses it. */
function failedFacet(tests: Test[], row: number): string | null {
  let failed: string | null = null;
  for (const { facet, test } of tests) {
    if (facet === failed || test(row)) continue;
    if (failed !== null) return SEVERAL;
    failed = facet;
  }
  return failed;
}

function askedOf(documents: Documents, overview: Overview, filter: Filter): Asked[] {
  const cluster = clusterOf(documents, overview, filter.level);
  const asked: Asked[] = [
    {
      facet: "cluster",
      of: (row) => String(cluster(row)),
      chosen: (value) => filter.clusters.includes(Number(value)),
    },
  ];
  const columns = { ...(documents.classes ? { class: documents.classes } : {}), ...documents.groups };
  for (const [name, { codes }] of Object.entries(columns))
    asked.push({
      facet: `is.${name}`,
      of: (row) => String(codes[row]),
      chosen: (value) => filter.values[name]?.includes(Number(value)) ?? false,
    });
  const { dates } = documents;
  if (dates) {
    const digits = periodDigits(dates);
    asked.push({
      facet: "date",
      of: (row) => (dates[row] as string).slice(0, digits) || null,
      chosen: (value) => filter.from === value && filter.to === value,
    });
  }
  const sure = sureness(documents);
  if (documents.confidence.some((value) => value !== null))
    asked.push({ facet: "sure", of: sure, chosen: (value) => filter.sure === value });
  return asked;
}

/** Years where there are several, else months, else days: how much of an ISO date tells periods apart. */
export function periodDigits(dates: string[]): number {
  for (const digits of [4, 7]) {
    const first = dates.find((date) => date !== "")?.slice(0, digits);
    if (dates.some((date) => date !== "" && date.slice(0, digits) !== first)) return digits;
  }
  return 10;
}

/** As they are shown: periods and confidence in their order, the others by number, the chosen always. */
export function ordered({ facet, values }: Facet): FacetValue[] {
  if (facet === "date") return [...values].sort((a, b) => (a.value < b.value ? -1 : 1));
  if (facet === "sure") return SURE.flatMap((sure) => values.filter(({ value }) => value === sure));
  if (facet === "cluster") return [...values].sort((a, b) => Number(a.value) - Number(b.value));
  return [...values].sort((a, b) => b.count - a.count || Number(a.value) - Number(b.value));
}

/** The address after a click on a value: chosen where it was not, taken away where it was. */
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
