import type { Edit } from "../data/types";
import { count } from "../texts";
import { percent } from "./percent";

export const clusters = {
  heading: (n: number) => `${count(n)} ${n === 1 ? "cluster" : "clusters"}`,
  sort: "Sort by",
  orders: { number: "number", size: "size", confidence: "confidence" },
  csv: "CSV",
  outside: (n: number) =>
    n === 1
      ? "1 cluster has no document in this filter."
      : `${count(n)} clusters have no document in this filter.`,
  within: (numbers: number[], name: string) => `In cluster ${numbers.join(" › ")}${name ? `: ${name}` : ""}`,
  size: (n: number, share: number) => `${count(n)} ${n === 1 ? "document" : "documents"}, ${percent(share)}`,
  part: (n: number, of: number) => `${count(n)} of its ${count(of)} documents are in the filter`,
  confidence: (value: number) => `mean confidence ${value.toFixed(2)}`,
  confidenceUnknown: "confidence not estimated",
  words: "Words",
  over: "Over-used",
  under: "Under-used",
  typical: "Typical documents",
  noText: "(its text is not kept with the run)",
  note: "Note",
  noise: "noise",
  readDocuments: "Read its documents",
  seeWords: "All its words",
  report: (run: string) =>
    `To rename, color, merge or split clusters, open the run in the explorer: cotext explore ${run}`,
  readOnly:
    "This explorer was started with --read-only. Start it without to rename, color, merge or split clusters.",
  choose: (label: string) => `Choose ${label} for merging`,
  mergeChosen: (n: number) => (n < 2 ? "Merge (choose two or more)" : `Merge the ${count(n)} chosen`),
  apart: "The chosen clusters lie in different clusters of a coarser level, so they cannot become one.",
  clearChosen: "Choose none",
  undo: "Undo",
  undoWhat: (what: string) => `Undo: ${what}`,
  nothingToUndo: "Nothing to undo",
  history: (n: number) => `History (${count(n)})`,
  historyNote: "Kept in the run's folder (edits.jsonl), the newest first; what was undone is struck out.",
  undone: "undone",
  refused: "Not done:",
  alike: {
    question: "Which clusters could be one?",
    title: (a: number, b: number) => `Clusters ${a} and ${b} are the most alike`,
    note:
      "How alike documents across the two clusters are, as a share of how alike documents inside them are (cosine of " +
      "the mean documents).",
    merge: "Merge",
    show: "Show both",
    first: "first",
    second: "second",
    cosine: "likeness",
    more: "Show more pairs",
  },
  edit: {
    heading: (label: string) => `Change ${label}`,
    rename: "Rename",
    color: "Color",
    note: "Note",
    merge: "Merge with…",
    split: "Split…",
    noise: "Mark as noise",
    notNoise: "Not noise",
    keep: "Keep",
    leave: "Cancel",
    name: "Name of the cluster; Enter keeps it, Escape leaves it as it was",
    noteLabel: "Note on the cluster",
    colorOwn: "Another color",
    colorNames: ["blue", "orange", "green", "vermilion", "sky blue", "purple", "gray", "yellow"],
    mergeLabel: "Merge with",
    splitLabel: "Into how many clusters",
    doMerge: "Merge",
    doSplit: "Split",
  },
  done: (edit: Edit): string => {
    switch (edit.edit) {
      case "rename":
        return edit.name
          ? `cluster ${edit.cluster} renamed to “${edit.name}”`
          : `name of cluster ${edit.cluster} taken away`;
      case "note":
        return edit.text
          ? `note on cluster ${edit.cluster}: ${edit.text}`
          : `note on cluster ${edit.cluster} taken away`;
      case "color":
        return `cluster ${edit.cluster} colored ${edit.color}`;
      case "noise":
        return edit.noise
          ? `cluster ${edit.cluster} marked as noise`
          : `cluster ${edit.cluster} no longer noise`;
      case "merge":
        return `clusters ${(edit.clusters ?? []).join(", ")} merged`;
      case "split":
        return `cluster ${edit.cluster} split into ${edit.into}`;
      case "undo":
        return "undone";
    }
  },
};
