import { blocks } from "./texts/blocks";
import { map } from "./texts/map";

// Every text of the pages that is not data, in one place, ready for translation.

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
  licenses: "Third-party licenses",
  loading: "Loading…",
  skip: "Skip to content",
  theme: { light: "Light", dark: "Dark" },
  shell: {
    pages: "Pages",
    documents: (n: number) => `${count(n)} ${n === 1 ? "document" : "documents"}`,
    counts: (documents: number, words: number, g: number, m: number) =>
      `${count(documents)} documents in ${g} clusters, ${count(words)} words in ${m}`,
    shortened: (characters: number) =>
      `This file contains the first ${count(characters)} characters of each text.`,
    sampled: (shown: number, of: number) =>
      `This file shows a sample of ${count(shown)} of ${count(of)} documents, drawn from every cluster. Tables of clusters and words describe all documents.`,
    noRun: "There is no run to show yet.",
    noRunDo: "Fit a collection on the Runs page, or start with: cotext explore RUN",
    lost: "The server is not responding. Start cotext explore again and open the address it prints.",
  },
  filter: {
    heading: "Filter",
    none: "All documents",
    shown: (n: number, of: number) => `${count(n)} of ${count(of)} documents`,
    clear: "Clear all",
    remove: (filter: string) => `Remove the filter ${filter}`,
    lasso: "selected on the map",
    since: (date: string) => `from ${date}`,
    until: (date: string) => `until ${date}`,
    confidence: { high: "most confident quarter", mid: "middle half", low: "least confident quarter" },
  },
  blocks,
  documents,
  words,
  map,
};

export function count(n: number): string {
  return n.toLocaleString("en");
}
