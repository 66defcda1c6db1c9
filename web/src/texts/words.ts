import { count } from "../texts";

export const words = {
  cluster: "Cluster",
  all: "All clusters",
  lambda: "Relevance λ",
  lambdaHelp: "1 ranks by how often a cluster uses a word, 0 by how much more than the others do.",
  previous: "Previous cluster",
  next: "Next cluster",
  question: "What is each cluster about?",
  title: (n: number) => `The first words of ${n} ${n === 1 ? "cluster" : "clusters"}`,
  relevantQuestion: "Which words make the cluster?",
  relevant: (label: string, words: string) => `Cluster ${label}: ${words}`,
  relevantNote: (lambda: number) =>
    `Ranked by relevance (Sievert and Shirley, 2014) at λ = ${lambda.toFixed(1)}. Colored: in the cluster; gray: in all documents.`,
  keyQuestion: "Which words does it use more, and which less, than the others?",
  key: (over: string, under: string) =>
    under ? `More than expected: ${over}; less: ${under}` : `More than expected: ${over}`,
  keyNone: "It uses words as all the others do.",
  keyNote:
    "Signed log-likelihood ratio G² against all other clusters (Dunning, 1993); bars by its square root. Above 3.84 is beyond chance at 5 %.",
  inCluster: "in the cluster",
  inAll: "in all documents",
  counts: (inside: number, all: number) => `${count(inside)} of ${count(all)}`,
  whole: "Counts are of whole clusters; filters of documents do not change them.",
  one: {
    question: "How is the word used?",
    title: (word: string, total: number, documents: number) =>
      `“${word}”: ${count(total)} times in ${count(documents)} ${documents === 1 ? "document" : "documents"}`,
    titleShort: (word: string, total: number) => `“${word}”: ${count(total)} times`,
    most: (label: string) => `Most typical of cluster ${label}.`,
    nowhere: "No cluster uses it more than expected.",
    inWordCluster: "Word cluster",
    similar: "Similar words",
    polysemous: (n: number) => `Among the first words of ${n} clusters: it may mean different things there.`,
    noCounts:
      "This report has no counts by cluster and no similar words for so rare a word; cotext explore has them.",
    close: "Close",
    documents: "Documents that use it",
    columns: { cluster: "Cluster", count: "Times", rate: "per 10,000", keyness: "Keyness" },
    note: "Per 10,000: of so many words of the cluster. Keyness: signed G²; to the right the cluster uses the word more than expected, to the left less.",
    missing: "Choose another word in the table below.",
  },
  polysemous: {
    question: "Which words belong to several clusters?",
    title: (n: number) =>
      n
        ? `${count(n)} ${n === 1 ? "word is" : "words are"} among the first of several clusters`
        : "No word is among the first of several clusters",
  },
  table: {
    question: "All words",
    title: (shown: number, of: number) =>
      shown === of ? `${count(of)} words` : `${count(shown)} of ${count(of)} words`,
    part: (here: number, of: number) =>
      `This report holds ${count(here)} of the ${count(of)} words of the run: the most frequent, the telling ones and those similar to them.`,
    filter: "Find a word",
    wordCluster: "Word cluster",
    every: "every word cluster",
    columns: {
      word: "Word",
      total: "Times",
      cluster: "Word cluster",
      weight: "Weight",
      keyness: "Keyness",
    },
    none: "No word has these letters.",
    note: "Weight: how much the word counts in its word cluster. Keyness: signed G² in the document cluster that over-uses it most.",
  },
};
