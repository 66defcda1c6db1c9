import { count } from "../texts";

export const words = {
  cluster: "Cluster",
  all: "All clusters",
  lambda: "Relevance λ",
  lambdaHelp: "1 ranks words by their frequency in the cluster, 0 by how exclusive they are to it.",
  previous: "Previous cluster",
  next: "Next cluster",
  question: "What are the clusters about?",
  title: (n: number) => `The most relevant words of ${n} ${n === 1 ? "cluster" : "clusters"}`,
  relevantQuestion: "Which words characterize the cluster?",
  relevant: (name: string | null, words: string) =>
    name ? `“${name}”: ${words}` : `Most relevant: ${words}`,
  relevantNote: (lambda: number) =>
    `Ranked by relevance (Sievert and Shirley, 2014) at λ = ${lambda.toFixed(1)}. Colored bars count the cluster, gray bars all documents.`,
  keyQuestion: "Which words does it use more or less than other clusters?",
  key: (over: string, under: string) =>
    under ? `More than expected: ${over}; less: ${under}` : `More than expected: ${over}`,
  keyNone: "It uses words the way other clusters do",
  keyNote:
    "Signed log-likelihood ratio G² against all other clusters (Dunning, 1993). Bar lengths show its square root. Values above 3.84 are significant at 5 %.",
  inCluster: "in the cluster",
  inAll: "in all documents",
  counts: (inside: number, all: number) => `${count(inside)} of ${count(all)}`,
  whole: "Counts refer to whole clusters. Document filters do not change them.",
  one: {
    question: "How is the word used?",
    title: (word: string, total: number, documents: number) =>
      `“${word}”: ${count(total)} times in ${count(documents)} ${documents === 1 ? "document" : "documents"}`,
    titleShort: (word: string, total: number) => `“${word}”: ${count(total)} times`,
    most: (label: string) => `Most typical of “${label}”.`,
    nowhere: "No cluster uses it more than expected.",
    inWordCluster: "Word cluster",
    similar: "Similar words",
    polysemous: (n: number) => `A top word of ${n} clusters, so it may have several meanings.`,
    noCounts: "This report has no counts and similar words for rare words. cotext explore has them.",
    close: "Close",
    documents: "Documents with this word",
    columns: { cluster: "Cluster", count: "Times", rate: "per 10,000", keyness: "Keyness" },
    note: "Rate: occurrences per 10,000 words of the cluster. Keyness: signed G². Bars to the right: used more than expected. To the left: less.",
    missing: "Choose another word in the table below.",
  },
  polysemous: {
    question: "Which words belong to several clusters?",
    title: (n: number) =>
      n
        ? `${count(n)} ${n === 1 ? "word is a top word" : "words are top words"} of several clusters`
        : "No word is a top word of several clusters",
  },
  table: {
    question: "All words",
    title: (shown: number, of: number) =>
      shown === of ? `${count(of)} words` : `${count(shown)} of ${count(of)} words`,
    part: (here: number, of: number) =>
      `This report contains ${count(here)} of ${count(of)} words: the most frequent, the most distinctive and similar ones.`,
    filter: "Find a word",
    wordCluster: "Word cluster",
    every: "all word clusters",
    columns: {
      word: "Word",
      total: "Times",
      cluster: "Word cluster",
      weight: "Weight",
      keyness: "Keyness",
    },
    none: "No word contains this text.",
    note: "Weight: the weight of the word in its word cluster. Keyness: signed G² in the document cluster that overuses it most.",
  },
};
