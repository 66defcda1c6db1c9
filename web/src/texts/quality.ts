import { count } from "../texts";
import { percent } from "./percent";

export const quality = {
  questions: {
    convergence: "May I trust the run?",
    stability: "Is it luck?",
    similarity: "Are the clusters tight and apart?",
    sizes: "Does one cluster eat all?",
    clusters: "How many clusters?",
    confusion: "Which class is which cluster, exactly?",
    sankey: "Where do the known classes go?",
  },
  absent: {
    convergence:
      "This model works in one step, so there is no curve to draw; a model with sweeps, such as wc-nmtf, has one.",
    stability:
      "This run holds one start only, or was saved by a version that did not keep the opinions of a consensus, so there is nothing to compare: fit again, by the default model or with n_init=10 or more.",
    similarity: "This run has no documents to compare.",
    sizes: "This run has no clusters to count.",
    clusters:
      "This collection is too large to be fitted again here; cotext choose tries other numbers of clusters.",
    confusion: "No classes are known for these documents.",
    sankey: "No classes are known for these documents.",
  },
  csv: "CSV",
  log: "Distance from the best value, on a logarithmic scale",
  sweep: "sweep",
  criterion: "criterion",
  distance: "distance from the best",
  start: (n: number) => `start ${n}`,
  bestStart: (n: number) => `start ${n}, the best`,
  convergenceColumns: ["restart", "sweep", "criterion"],
  opinionColumns: ["opinion", "shared", "weight"],
  opinion: (shared: number | null, weight: number) =>
    `${shared === null ? "" : `${percent(shared)}, `}weight ${weight.toFixed(2)}`,
  stability: {
    starts: "Agreement of the starts (adjusted Rand index)",
    opinions: "Agreement of the kinds of opinion (adjusted Rand index), weights in brackets",
    kind: (number: number, name: string, weight: number) => `${number} ${name} (${weight.toFixed(2)})`,
    clusters: "How often two documents of a cluster are together",
    some: (shown: number, of: number) => `The ${shown} best of ${of} starts are shown; the CSV has all.`,
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
    note: "A click on a name narrows all pages to that cluster.",
  },
  sharp: {
    question: "How sure is each document of its cluster?",
    title: (median: number, unsure: number, total: number, bound: number) =>
      `Half of the documents are sure of their cluster by ${median.toFixed(2)} or more; ${count(unsure)} of ${count(total)} by less than ${bound}`,
    unknown: "How sure documents are of their clusters is not estimated",
    alt: (title: string) => `Histogram of the confidence of documents, 0 to 1. ${title}.`,
    note: (unknown: number) =>
      `Confidence: how probably a fit with another seed puts the document into the same cluster; if there was one start only, its largest membership. Of the documents that pass the filter.${unknown ? ` It is not estimated for ${count(unknown)}, whose clusters were made by hand.` : ""}`,
    columns: ["from", "to", "documents"],
    bin: (from: number) => from.toFixed(2),
  },
  least: {
    question: "Which documents could as well be elsewhere?",
    title: (n: number) => (n === 1 ? "The least sure document" : `The ${count(n)} least sure documents`),
    none: "No document that passes the filter has a confidence.",
    columns: ["id", "cluster", "confidence", "second"],
    id: "Document",
    cluster: "Cluster",
    confidence: "Confidence",
    second: "Could also be",
    read: "Read the least sure documents",
  },
  many: {
    ask: "Fits the collection again with fewer and with more clusters, quickly, and compares. This takes from seconds to minutes.",
    button: "Try other numbers",
    waiting: "Trying other numbers of clusters…",
    report: "To try other numbers of clusters, open the run in the explorer, or use cotext choose.",
    fitted: "this run",
    recommended: "recommended",
    candidate: "candidate",
    pair: (documents: number, words: number) =>
      documents === words ? `${documents}` : `${documents} × ${words}`,
    head: "Clusters",
    columns: ["documents", "words"],
  },
  labels: {
    none: "No classes are known for these documents, so there is nothing to compare with.",
    noneDo: "Name the column of known classes when fitting: cotext fit FILE --label COLUMN",
    cell: (name: string, cluster: string, n: number, share: number) =>
      `${name} in ${cluster}: ${count(n)} documents, ${percent(share)} of the class`,
    confusionColumns: ["class", "cluster", "documents", "matched"],
    sankeyColumns: ["from", "to", "documents"],
  },
  made: {
    question: "How was it made?",
    title: (model: string, title: string) => `${model}: ${title}`,
    run: "Run",
    fitted: "Fitted",
    version: "cotext",
    size: "Matrix",
    matrix: (documents: number, words: number, entries: number) =>
      `${count(documents)} documents × ${count(words)} words, ${count(entries)} nonzeros`,
    measures: "Measures",
    settings: "Settings",
    remarks: "Remarks",
    columns: ["setting", "value"],
    names: {
      criterion: "Criterion",
      n_iter: "Sweeps",
      converged: "Came to rest",
      nmi: "NMI with the classes",
      ari: "ARI with the classes",
      acc: "Accuracy, matched one to one",
      ri: "Rand index",
      purity: "Purity",
    } as Record<string, string>,
  },
};
