import { count } from "../texts";

const share = (value: number) => `${(100 * value).toFixed(value < 0.1 ? 1 : 0)} %`;
const times = (value: number) => `${value.toFixed(1)} times the expected count`;

export const blocks = {
  found: (documents: number, clusters: number, largest: string, part: number) =>
    `${count(documents)} documents in ${clusters} ${clusters === 1 ? "cluster" : "clusters"}. The largest, “${largest}”, holds ${share(part)} of them.`,
  question: "Which document clusters use which word clusters?",
  corner: "document clusters",
  documents: "documents",
  wordClusters: "word clusters",
  values: "Show",
  measure: { lift: "lift", mass: "counts", density: "density", residual: "residual" },
  notes: {
    lift: "Lift is the count of a block divided by the count expected from its row and column. Blue: more than expected. Orange: less.",
    mass: "Counts: how often words of the word cluster occur in documents of the document cluster.",
    density: "Density: the mean count of a word of the word cluster in a document of the document cluster.",
    residual:
      "Residual: how far the count is above (+, blue) or below (−, orange) the expected count, in standard deviations.",
  },
  how: "Click a block, a document cluster or a word cluster to filter every page to its documents. Click again to remove the filter. Shift-click adds clusters.",
  level: "Clusters",
  levelOf: (n: number) => `${n}`,
  noise: "noise",
  cell: (row: string, column: string, lift: number, mass: number) =>
    `“${row}” × “${column}”: ${times(lift)}, ${count(Math.round(mass))} counts`,
  row: (label: string, size: number, part: number) => `${label}: ${count(size)} documents, ${share(part)}`,
  detail: {
    strongest: "Strongest blocks",
    none: "No block holds more counts than expected by chance.",
    strongestNote: "The blocks that exceed the expected count most clearly.",
    strong: (part: number, lift: number) => `${share(part)} of its counts, lift ${lift.toFixed(1)}`,
    block: "Selected block",
    cluster: "Selected cluster",
    clusters: (n: number) => `${n} clusters selected`,
    says: (words: string, documents: string, part: number, lift: number) =>
      `The word cluster “${words}” makes up ${share(part)} of the counts of “${documents}”, ${times(lift)}.`,
    users: (words: string) =>
      `These document clusters use the word cluster “${words}” most, relative to their size.`,
    words: "Words",
    noWords: "None of the most distinctive words of this document cluster belongs to this word cluster.",
    typical: "Typical documents",
    read: "Read its documents",
    size: (n: number, part: number) => `${count(n)} documents, ${share(part)} of all`,
  },
  matrix: {
    values: "Show",
    counts: "counts",
    lift: "lift",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    whole: "Whole matrix",
    toBlock: "Zoom to selection",
    keys: "Zoom with Ctrl and the wheel or with two fingers. Drag to move. Click to filter. Keys: arrows, +, − and 0.",
    point: "Point at the matrix to see the document, the word and their count.",
    at: (row: string, id: string | null, column: string, word: string, value: string) =>
      `${row}${id === null ? "" : ` (for example ${id})`}  ×  ${column} (for example “${word}”): ${value}`,
    mean: (value: string) => `mean count ${value}`,
    lifted: (value: string) => `${value} times the expected count`,
    classes: "The strip on the right shows known classes, in the color of the matching cluster.",
    shown: (rows: number, columns: number) => `${count(rows)} documents × ${count(columns)} words.`,
    blurred: "Enlarged from the whole picture. cotext explore draws each part at full resolution.",
  },
};
