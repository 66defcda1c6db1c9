import { count } from "../texts";

export const map = {
  placing: "Placing the documents; this takes some seconds the first time…",
  color: "Color",
  by: { cluster: "cluster", class: "known class", confidence: "confidence" },
  none: "none",
  hand: "Drag",
  move: "moves",
  lasso: "draws a lasso",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  whole: "All of it",
  names: "Names",
  words: "Words",
  together: "Draw clusters together",
  keys: "The wheel or two fingers zoom, dragging moves, shift and dragging draws a lasso around documents; a click on a document opens it, on a name shows its cluster alone. With the keyboard: arrows, +, − and 0.",
  legend: (by: string) => `Documents by ${by}`,
  confidence: "How sure the model is of a document's cluster",
  read: (n: number) => `List ${n === 1 ? "this document" : `these ${count(n)} documents`}`,
  shown: (shown: number, of: number) =>
    `${count(shown)} of the ${count(of)} documents on the map pass the filter.`,
  all: (n: number) => `${count(n)} documents on the map`,
  empty: "No document on the map passes the filter: take a part of it away above.",
};
