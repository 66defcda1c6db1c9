import { count } from "../texts";
import { percent } from "./percent";

export const quality = {
  questions: {
    convergence: "Did the fit converge?",
    stability: "Is the result stable?",
    similarity: "Are the clusters tight and well separated?",
    sizes: "Does one cluster dominate?",
    clusters: "How many clusters?",
    confusion: "Which class matches which cluster?",
    sankey: "Where do documents of the known classes go?",
  },
  absent: {
    convergence:
      "This model works in one step, so it has no curve. Models with sweeps, such as wc-nmtf, have one.",
    stability:
      "Nothing can be compared: this run has only one start, or an earlier version saved it without the opinions of its consensus. Fit again with the default model, or with n_init=10 or more.",
    similarity: "This run has no documents to compare.",
    sizes: "This run has no clusters to count.",
    clusters:
      "This collection is too large to fit again here. cotext choose tries other numbers of clusters.",
    confusion: "This run has no known classes.",
    sankey: "This run has no known classes.",
  },
  csv: "CSV",
  log: "Distance from the best value, logarithmic",
  sweep: "sweep",
  criterion: "criterion",
  distance: "distance from the best",
  start: (n: number) => `start ${n}`,
  bestStart: (n: number) => `start ${n} (best)`,
  convergenceColumns: ["restart", "sweep", "criterion"],
  opinionColumns: ["opinion", "shared", "weight"],
  opinion: (shared: number | null, weight: number) =>
    `${shared === null ? "" : `${percent(shared)}, `}weight ${weight.toFixed(2)}`,
  stability: {
    starts: "Agreement of the starts (adjusted Rand index)",
    opinions: "Agreement of the kinds of opinion (adjusted Rand index); weights in parentheses",
    kind: (number: number, name: string, weight: number) => `${number} ${name} (${weight.toFixed(2)})`,
    clusters: "How often two documents of a cluster stay together",
    some: (shown: number, of: number) =>
      `Shown: the ${shown} best of ${of} starts. The CSV file has all of them.`,
    pair: (a: string, b: string, ari: number, nmi: number) =>
      `${a} and ${b}: ARI ${ari.toFixed(2)}, NMI ${nmi.toFixed(2)}`,
    columns: ["kind", "first", "second", "ari_or_together", "nmi_or_sure"],
    value: (together: number, sure: number) => `${percent(together)} (${percent(sure)})`,
  },
  similarity: {
    within: "inside the cluster",
    between: "with other clusters",
    columns: ["cluster", "pairs", "n_pairs", "p5", "p25", "median", "p75", "p95"],
  },
  sizes: {
    columns: ["cluster", "documents", "mass"],
    value: (n: number, share: number) => `${count(n)} (${percent(share)})`,
    note: "Click a name to filter every page to that cluster.",
  },
  sharp: {
    question: "How confident is each assignment?",
    title: (median: number, unsure: number, total: number, bound: number) =>
      `Half of the documents have a confidence of ${median.toFixed(2)} or more; ${count(unsure)} of ${count(total)} have less than ${bound}`,
    unknown: "Confidence was not estimated",
    alt: (title: string) => `Histogram of the confidence of documents, from 0 to 1. ${title}.`,
    note: (unknown: number) =>
      `Confidence: the probability that a fit with another seed puts the document into the same cluster. With one start only, it is the largest membership. The chart covers documents that match the filter.${unknown ? ` Confidence was not estimated for ${count(unknown)} documents in clusters made by hand.` : ""}`,
    columns: ["from", "to", "documents"],
    bin: (from: number) => from.toFixed(2),
  },
  least: {
    question: "Which documents might belong elsewhere?",
    title: (n: number) =>
      n === 1 ? "The least confident document" : `The ${count(n)} least confident documents`,
    none: "No document that matches the filter has a confidence.",
    columns: ["id", "cluster", "confidence", "second"],
    id: "Document",
    cluster: "Cluster",
    confidence: "Confidence",
    second: "Second choice",
    read: "Read the least confident documents",
  },
  many: {
    ask: "Fits the collection again with fewer and with more clusters, and compares the results. This takes seconds to minutes.",
    button: "Try other numbers",
    waiting: "Trying other numbers of clusters…",
    report: "To try other numbers of clusters, open the run in the explorer or use cotext choose.",
    fitted: "this run",
    recommended: "recommended",
    candidate: "candidate",
    pair: (documents: number, words: number) =>
      documents === words ? `${documents}` : `${documents} × ${words}`,
    head: "Clusters",
    columns: ["documents", "words"],
  },
  labels: {
    none: "This run has no known classes to compare with.",
    noneDo: "Name the column of known classes when you fit: cotext fit FILE --label COLUMN",
    cell: (name: string, cluster: string, n: number, share: number) =>
      `${name} in “${cluster}”: ${count(n)} documents, ${percent(share)} of the class`,
    confusionColumns: ["class", "cluster", "documents", "matched"],
    sankeyColumns: ["from", "to", "documents"],
  },
  made: {
    question: "How was this run made?",
    title: (model: string, title: string) => `${model}: ${title}`,
    run: "Run",
    fitted: "Fitted",
    version: "cotext",
    size: "Matrix",
    matrix: (documents: number, words: number, entries: number) =>
      `${count(documents)} documents × ${count(words)} words, ${count(entries)} nonzeros`,
    measures: "Measures",
    settings: "Settings",
    remarks: "Notes",
    columns: ["setting", "value"],
    names: {
      criterion: "Criterion",
      n_iter: "Sweeps",
      converged: "Converged",
      nmi: "NMI with known classes",
      ari: "ARI with known classes",
      acc: "Accuracy (one-to-one match)",
      ri: "Rand index",
      purity: "Purity",
    } as Record<string, string>,
  },
};
