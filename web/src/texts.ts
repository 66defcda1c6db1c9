import { blocks } from "./texts/blocks";
import { map } from "./texts/map";

// Every text of the page that is not data, in one place, ready for translation.

import { clusters } from "./texts/clusters";
import { documents } from "./texts/documents";
import { noise } from "./texts/noise";
import { quality } from "./texts/quality";
import { runs } from "./texts/runs";
import { time } from "./texts/time";
import { words } from "./texts/words";

export const texts = {
  clusters,
  noise,
  quality,
  runs,
  time,
  brand: "cotext",
  download: "Download",
  licenses: "Licenses of the programs that this page is made of",
  loading: "Loading…",
  skip: "Skip to the page",
  theme: { light: "Light", dark: "Dark" },
  pages: {
    blocks: "Blocks",
    map: "Map",
    documents: "Documents",
    words: "Words",
    clusters: "Clusters",
    time: "Time and groups",
    quality: "Quality",
    runs: "Runs",
  },
  about: {
    blocks: "Which documents use which words, block by block",
    map: "Documents that use the same words lie together",
    documents: "Search, filter and read",
    words: "What each cluster is about, and where a word is used",
    clusters: "Name, merge, split and note what was found",
    time: "How the clusters change over dates and over groups",
    quality: "Whether to trust this run",
    runs: "Open, make and compare runs",
  },
  shell: {
    pages: "Pages",
    documents: (n: number) => `${count(n)} ${n === 1 ? "document" : "documents"}`,
    counts: (documents: number, words: number, g: number, m: number) =>
      `${count(documents)} documents in ${g} clusters, ${count(words)} words in ${m}`,
    shortened: (letters: number) => `In this file, texts are cut after ${count(letters)} letters.`,
    sampled: (shown: number, of: number) =>
      `This file shows ${count(shown)} of ${count(of)} documents, a share of every cluster; tables of clusters and words are of all.`,
    noRun: "There is no run to show yet.",
    noRunDo: "Fit a collection on the page Runs, or start with: cotext explore RUN",
    lost: "The page has lost its server. Start cotext explore again and open the address it prints.",
  },
  filter: {
    heading: "Filter",
    none: "All documents",
    shown: (n: number, of: number) => `${count(n)} of ${count(of)} documents`,
    clear: "Clear all",
    remove: (what: string) => `Remove the filter ${what}`,
    lasso: "drawn on the map",
    since: (date: string) => `from ${date}`,
    until: (date: string) => `until ${date}`,
    sure: { high: "surest quarter", mid: "between", low: "least sure quarter" },
  },
  blocks,
  documents,
  words,
  map,
};

export function count(n: number): string {
  return n.toLocaleString("en");
}
