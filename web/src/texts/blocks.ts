import { count } from "../texts";

const share = (value: number) => `${(100 * value).toFixed(value < 0.1 ? 1 : 0)} %`;
const times = (value: number) => `${value.toFixed(1)} times the expected`;

export const blocks = {
  found: (documents: number, clusters: number, largest: string, part: number) =>
    `${count(documents)} documents fall into ${clusters} ${clusters === 1 ? "cluster" : "clusters"}. The largest, ${largest}, holds ${share(part)} of them.`,
  question: "Which document cluster uses which word cluster?",
  corner: "document clusters",
  documents: "documents",
  wordClusters: "word clusters",
  values: "Show",
  measure: { lift: "lift", mass: "counts", density: "density", residual: "residual" },
  notes: {
    lift: "Lift: counts of the block over the counts expected from its row and column. Blue is more than expected, orange less.",
    mass: "Counts: how often the words of the word cluster stand in the documents of the document cluster.",
    density: "Density: mean count of a word of the word cluster in a document of the document cluster.",
    residual:
      "Residual: how far the counts lie above (+, blue) or below (−, orange) the expected, in standard deviations.",
  },
  how: "Click a block, a document cluster or a word cluster: every page shows its documents only. Click again for all; shift-click adds clusters.",
  level: "Clusters",
  levelOf: (n: number) => `${n}`,
  noise: "noise",
  cell: (row: string, column: string, lift: number, mass: number) =>
    `${row}, words ${column}: ${times(lift)}, ${count(Math.round(mass))} counts`,
  row: (label: string, size: number, part: number) => `${label}: ${count(size)} documents, ${share(part)}`,
  detail: {
    strongest: "The strongest blocks",
    none: "No block holds more than chance would put there.",
    strongestNote: "Those furthest above what chance would put there.",
    strong: (part: number, lift: number) => `${share(part)} of its counts, ${lift.toFixed(1)}×`,
    block: "What this block is made of",
    cluster: "What this cluster is made of",
    clusters: (n: number) => `${n} clusters are chosen`,
    says: (j: number, k: number, part: number, lift: number) =>
      `Word cluster ${j} makes ${share(part)} of the counts of document cluster ${k}, ${times(lift)}.`,
    users: (j: number) => `These document clusters use word cluster ${j} most, for their size.`,
    words: "Words",
    noWords: "None of the most telling words of this document cluster is in this word cluster.",
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
    whole: "All of it",
    toBlock: "Zoom to what is chosen",
    keys: "Ctrl and wheel or two fingers zoom, dragging moves, a click filters; with the keyboard: arrows, +, − and 0.",
    point: "Point at the matrix to see whose counts these are.",
    at: (row: string, id: string | null, column: string, word: string, value: string) =>
      `${row}${id === null ? "" : ` (as ${id})`}  ×  words ${column} (as “${word}”): ${value}`,
    mean: (value: string) => `mean count ${value}`,
    lifted: (value: string) => `${value} times the expected`,
    classes: "The strip on the right has the color of the cluster that matches the known class.",
    shown: (rows: number, columns: number) => `Shown: ${count(rows)} documents × ${count(columns)} words.`,
    blurred: "Enlarged from the picture of the whole; cotext explore draws a zoomed part anew.",
  },
};
