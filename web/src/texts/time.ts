import { count } from "../texts";
import { percent } from "./percent";

export const time = {
  legend: "Show only these clusters",
  question: "How do the clusters move?",
  unit: "By",
  units: { auto: "automatic", year: "year", month: "month", day: "day" },
  height: "Height",
  heights: { share: "share", count: "documents" },
  drawn: "Drawn as",
  drawings: { bars: "bars", areas: "areas", each: "one chart each" },
  from: "From",
  to: "to",
  whole: "All dates",
  period: "period",
  cluster: "cluster",
  documents: "documents",
  share: "share",
  grows: (label: string, before: number, after: number, until: string) =>
    `Cluster ${label} ${after > before ? "grows" : "shrinks"} most: ${percent(before)} of the documents up to ${until}, ${percent(after)} after`,
  none: "The chosen clusters have no document here",
  still: "The clusters hardly move over time",
  onePeriod: (first: string, last: string) =>
    `All these documents are of ${first === last ? first : `${first} to ${last}`}`,
  alt: (clusters: number, periods: number, finding: string) =>
    `Documents of ${clusters} clusters in ${periods} periods. ${finding}.`,
  n: (documents: number) => `n = ${count(documents)}`,
  shareOf: (share: string, documents: number) => `${share} of ${count(documents)} documents`,
  note: (left: number, joined: number, columns: number, enough: number) =>
    `A click on a period narrows all pages to it, with Shift to all from one to the other. Shares are of all clusters.${
      joined
        ? ` ${count(joined)} of the ${count(columns)} columns ${joined === 1 ? "spans" : "span"} several periods, so that each column holds ${count(enough)} or more documents.`
        : ""
    }${left ? ` Left out: ${count(left)} documents without a date or without a cluster.` : ""}`,
  eachAlt: (label: string, first: string, last: string, most: string) =>
    `${label}: documents from ${first} to ${last}, most in ${most}`,
  noDated: "No document that passes the filter has a date. Take a part of the filter away.",
  noDates: "Nothing is known of when these documents were written.",
  noDatesDo: "Name the column of their dates when fitting: cotext fit FILE --date COLUMN",
  noColumns: "Nothing else is known of these documents.",
  noColumnsDo: "Name columns to count by when fitting: cotext fit FILE --group COLUMN --label COLUMN",
  groups: {
    question: (column: string) => `Which clusters go with which ${column}?`,
    by: "Count by",
    cell: "Cells show",
    measures: {
      lift: "times the expected",
      residual: "signed residual",
      count: "documents",
      share: "share of the cluster",
    },
    order: "Columns by",
    orders: { cluster: "cluster", name: "name" },
    finding: (cluster: number, lift: number, column: string, value: string) =>
      `Cluster ${cluster} stands out: ${lift.toFixed(1)} times as many documents with ${column} “${value}” as expected`,
    alike: (column: string) => `The clusters are much alike in ${column}`,
    nothing: (column: string) => `No document that passes the filter has a value of ${column}.`,
    alt: (clusters: number, values: number, finding: string) =>
      `Table of ${clusters} clusters by ${values} values. ${finding}.`,
    note: (total: number) =>
      `${count(total)} documents. Expected: from the sums of row and column. Residual: (documents − expected) / √expected; ` +
      "beyond ±2 it is hardly chance. Color: the residual, blue for more than expected, orange for less. A click on a head or a cell filters all pages.",
    title: (cluster: string, value: string, n: number, lift: number, residual: number) =>
      `${cluster}, ${value}: ${count(n)} documents, ${lift.toFixed(2)} times the expected, residual ${signed(residual)}`,
    expected: "lift",
    residual: "residual",
  },
};

export function signed(value: number): string {
  const size = Math.abs(value).toFixed(1);
  return size === "0.0" ? size : `${value > 0 ? "+" : "−"}${size}`;
}
