import { count } from "../texts";
import { percent } from "./percent";

export const time = {
  legend: "Show only these clusters",
  question: "How do the clusters change over time?",
  unit: "By",
  units: { auto: "automatic", year: "year", month: "month", day: "day" },
  height: "Height",
  heights: { share: "share", count: "documents" },
  drawn: "Draw as",
  drawings: { bars: "bars", areas: "areas", each: "one chart each" },
  from: "From",
  to: "to",
  whole: "All dates",
  period: "period",
  cluster: "cluster",
  documents: "documents",
  share: "share",
  grows: (label: string, before: number, after: number, until: string) =>
    `“${label}” ${after > before ? "grows" : "shrinks"} most: from ${percent(before)} of the documents up to ${until} to ${percent(after)} after that`,
  none: "The selected clusters have no documents here",
  still: "The clusters hardly change over time",
  onePeriod: (first: string, last: string) =>
    `All these documents date from ${first === last ? first : `${first} to ${last}`}`,
  alt: (clusters: number, periods: number, finding: string) =>
    `Documents of ${clusters} clusters in ${periods} periods. ${finding}.`,
  n: (documents: number) => `n = ${count(documents)}`,
  shareOf: (share: string, documents: number) => `${share} of ${count(documents)} documents`,
  note: (left: number, joined: number, columns: number, enough: number) =>
    `Click a period to filter every page to it. Shift-click another one to select the range. Shares refer to all clusters.${
      joined
        ? ` ${count(joined)} of the ${count(columns)} columns ${joined === 1 ? "spans" : "span"} several periods, so that each one holds at least ${count(enough)} documents.`
        : ""
    }${left ? ` Not shown: ${count(left)} documents without a date or a cluster.` : ""}`,
  eachAlt: (label: string, first: string, last: string, most: string) =>
    `${label}: documents from ${first} to ${last}, most in ${most}`,
  noDated: "No document that matches the filter has a date. Remove a part of the filter.",
  noDates: "These documents have no dates.",
  noDatesDo: "Name the date column when you fit: cotext fit FILE --date COLUMN",
  noColumns: "These documents have no other columns.",
  noColumnsDo: "Name columns to count by when you fit: cotext fit FILE --group COLUMN --label COLUMN",
  groups: {
    question: (column: string) => `Which clusters go with which ${column}?`,
    by: "Count by",
    cell: "Cells show",
    measures: {
      lift: "lift",
      residual: "signed residual",
      count: "documents",
      share: "share of the cluster",
    },
    order: "Sort columns by",
    orders: { cluster: "cluster", name: "name" },
    finding: (label: string, lift: number, column: string, value: string) =>
      `“${label}” has ${lift.toFixed(1)} times as many documents with ${column} “${value}” as expected`,
    alike: (column: string) => `The clusters hardly differ in ${column}`,
    nothing: (column: string) => `No document that matches the filter has a value of ${column}.`,
    alt: (clusters: number, values: number, finding: string) =>
      `Table of ${clusters} clusters by ${values} values. ${finding}.`,
    note: (total: number) =>
      `${count(total)} documents. The expected number follows from the sums of row and column. Lift: documents / expected. Residual: (documents − expected) / √expected; ` +
      "beyond ±2, chance is unlikely. Colors show the residual: blue for more than expected, orange for less. Click a heading or a cell to filter every page.",
    title: (cluster: string, value: string, n: number, lift: number, residual: number) =>
      `“${cluster}”, ${value}: ${count(n)} documents, lift ${lift.toFixed(2)}, residual ${signed(residual)}`,
    expected: "lift",
    residual: "residual",
  },
};

export function signed(value: number): string {
  const size = Math.abs(value).toFixed(1);
  return size === "0.0" ? size : `${value > 0 ? "+" : "−"}${size}`;
}
