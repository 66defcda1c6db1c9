import type { Codes, Documents, Overview } from "../data/types";
import { colorOf, mixed, parseHex, seen, toHex } from "../parts/color";

export interface Value {
  /** Cluster, or code of a class or group; -1 for none. */
  code: number;
  label: string;
  color: string;
  count: number;
}

/** The value of each document and the color of each value. Confidence is cut into steps. */
export interface Coloring {
  codes: Int16Array;
  values: Value[];
  /** The parameter of the address that a click on a value changes; null if none. */
  param: string | null;
}

const NONE = "#8c8c8c";
const STEPS = 5;
const CONFIDENCE_COLORS: [string, string] = ["#f0d264", "#00588c"]; // yellow to blue, which also differ in lightness

export function byCluster(overview: Overview, clusters: number[], kept: Uint8Array): Coloring {
  const values = overview.clusters.map(({ cluster, label, color }) => ({
    code: cluster,
    label,
    color,
    count: 0,
  }));
  return counted({ codes: Int16Array.from(clusters), values, param: "c" }, kept);
}

export function byCodes(
  column: Codes,
  rows: number[],
  name: string,
  none: string,
  kept: Uint8Array,
): Coloring {
  const codes = Int16Array.from(rows, (row) => column.codes[row] ?? -1);
  const values = column.names.map((label, code) => ({ code, label, color: colorOf(code), count: 0 }));
  if (codes.includes(-1)) values.push({ code: -1, label: none, color: NONE, count: 0 });
  return counted({ codes, values, param: `is.${name}` }, kept);
}

/** Confidence in fifths, the most confident last. */
export function byConfidence(documents: Documents, rows: number[], none: string, kept: Uint8Array): Coloring {
  const codes = Int16Array.from(rows, (row) => {
    const value = documents.confidence[row];
    return value === null || value === undefined ? -1 : Math.min(Math.floor(value * STEPS), STEPS - 1);
  });
  const [low, high] = CONFIDENCE_COLORS.map(parseHex) as [[number, number, number], [number, number, number]];
  const values = Array.from({ length: STEPS }, (_, code) => ({
    code,
    label: `${(code / STEPS).toFixed(1)} – ${((code + 1) / STEPS).toFixed(1)}`,
    color: toHex(mixed(low, high, code / (STEPS - 1))),
    count: 0,
  }));
  if (codes.includes(-1)) values.push({ code: -1, label: none, color: NONE, count: 0 });
  return counted({ codes, values, param: null }, kept);
}

/** How many visible documents have each value; unused values are left out. */
function counted(coloring: Coloring, kept: Uint8Array): Coloring {
  const counts = new Map<number, number>();
  const all = new Set<number>(coloring.codes);
  coloring.codes.forEach((code, i) => {
    if (kept[i]) counts.set(code, (counts.get(code) ?? 0) + 1);
  });
  const values = coloring.values
    .filter(({ code }) => all.has(code))
    .map((value) => ({ ...value, count: counts.get(value.code) ?? 0 }));
  return { ...coloring, values };
}

/** The color of each value, as it is seen on the paper of the page. */
export function colorsOf({ values }: Coloring, dark: boolean): Map<number, string> {
  return new Map(values.map(({ code, color }) => [code, seen(color, dark)]));
}
