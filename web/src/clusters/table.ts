import type { Documents, Overview, Words } from "../data/types";
import { overAndUnderUsed } from "./overAndUnderUsed";

const WORDS = 12;

/** The content of the cards as a table for a spreadsheet. */
export function clusterTable(overview: Overview, documents: Documents | null, words: Words | null) {
  const columns = ["cluster", "name", "documents", "share", "confidence", "words", "over_used", "under_used"];
  columns.push(
    "typical_documents",
    "noise",
    "note",
    "color",
    ...overview.parents.map((_, i) => `level_${i}`),
  );
  const rows = overview.clusters.map((cluster) => {
    const { over, under } = words ? overAndUnderUsed(words, cluster.cluster, WORDS) : { over: [], under: [] };
    return [
      cluster.cluster,
      cluster.name,
      cluster.size,
      cluster.share,
      cluster.confidence,
      cluster.words,
      over,
      under,
      documents ? cluster.typical.map((row) => documents.ids[row]) : [],
      cluster.noise,
      cluster.note,
      cluster.color,
      ...overview.parents.map((level) => level[cluster.cluster]),
    ];
  });
  return { columns, rows };
}
