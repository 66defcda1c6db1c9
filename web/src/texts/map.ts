import { count } from "../texts";

export const map = {
  placing: "Placing the documents. The first time takes a few seconds…",
  color: "Color",
  by: { cluster: "cluster", class: "known class", confidence: "confidence" },
  none: "none",
  hand: "Drag to",
  move: "move",
  lasso: "select",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  whole: "Whole map",
  names: "Names",
  words: "Words",
  together: "Pull clusters together",
  keys: "Zoom with the wheel or with two fingers. Drag to move. Shift-drag to select documents. Click a document to open it, or a name to show that cluster alone. Keys: arrows, +, − and 0.",
  legend: (by: string) => `Documents by ${by}`,
  confidence: "Confidence in the cluster of a document",
  read: (n: number) => `List ${n === 1 ? "this document" : `these ${count(n)} documents`}`,
  shown: (shown: number, of: number) =>
    `${count(shown)} of the ${count(of)} documents on the map match the filter.`,
  all: (n: number) => `${count(n)} documents on the map`,
  empty: "No document on the map matches the filter. Remove a part of it above.",
};
