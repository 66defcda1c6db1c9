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
      ? "1 cluster has no document that matches the filter."
      : `${count(n)} clusters have no document that matches the filter.`,
  within: (label: string) => (label ? `In “${label}”` : "In cluster"),
  size: (n: number, share: number) => `${count(n)} ${n === 1 ? "document" : "documents"}, ${percent(share)}`,
  part: (n: number, of: number) => `${count(n)} of its ${count(of)} documents match the filter`,
  confidence: (value: number) => `mean confidence ${value.toFixed(2)}`,
  confidenceUnknown: "confidence not estimated",
  words: "Words",
  over: "Overused",
  under: "Underused",
  typical: "Typical documents",
  noText: "(the run does not contain its text)",
  note: "Note",
  noise: "noise",
  readDocuments: "Read its documents",
  seeWords: "See all its words",
  report: (run: string) =>
    `To name, color, merge or split clusters, open the run in the explorer: cotext explore ${run}`,
  readOnly:
    "This explorer is read-only. To name, color, merge or split clusters, start it without --read-only.",
  choose: (label: string) => `Select ${label} for merging`,
  mergeChosen: (n: number) => (n < 2 ? "Merge (select two or more)" : `Merge ${count(n)} clusters`),
  apart: "The selected clusters belong to different clusters of a coarser level, so they cannot be merged.",
  clearChosen: "Clear selection",
  undo: "Undo",
  undoWhat: (what: string) => `Undo: ${what}`,
  nothingToUndo: "Nothing to undo",
  history: (n: number) => `History (${count(n)})`,
  historyNote: "Newest first, saved in the run folder (edits.jsonl). Undone edits are struck out.",
  undone: "undone",
  refused: "Edit refused:",
  alike: {
    question: "Which clusters could be merged?",
    title: (a: string, b: string) => `“${a}” and “${b}” are the most similar clusters`,
    note:
      "Similarity: how similar documents of the two clusters are, relative to documents of one cluster (cosine of the mean " +
      "documents).",
    merge: "Merge",
    show: "Show both",
    columns: ["first", "first_name", "second", "second_name", "similarity"],
    more: "Show more pairs",
  },
  edit: {
    heading: (label: string) => `Change ${label}`,
    rename: "Rename",
    color: "Color",
    note: "Note",
    merge: "Merge…",
    split: "Split…",
    noise: "Mark as noise",
    notNoise: "Not noise",
    keep: "Save",
    leave: "Cancel",
    name: "Name of the cluster. Enter saves, Escape cancels.",
    noteLabel: "Note on the cluster",
    colorOwn: "Other color",
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
          : `name of cluster ${edit.cluster} removed`;
      case "note":
        return edit.text
          ? `note on cluster ${edit.cluster}: ${edit.text}`
          : `note on cluster ${edit.cluster} removed`;
      case "color":
        return `color of cluster ${edit.cluster} set to ${edit.color}`;
      case "noise":
        return edit.noise
          ? `cluster ${edit.cluster} marked as noise`
          : `cluster ${edit.cluster} no longer marked as noise`;
      case "merge":
        return `clusters ${(edit.clusters ?? []).join(", ")} merged`;
      case "split":
        return `cluster ${edit.cluster} split into ${edit.into}`;
      case "undo":
        return "undone";
    }
  },
};
