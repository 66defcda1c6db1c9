/** A cluster of documents or words as people read it: its name or first words, and its number. */
export interface Labeled {
  cluster: number;
  label: string;
}

/** A cluster on one line of plain text, for tooltips, charts and files: "orbit, nasa · 3". */
export function clusterLine({ label, cluster }: Labeled): string {
  return `${label} · ${cluster}`;
}

/** The line of cluster `k`; `other` for a number that is no cluster. */
export function lineIn(clusters: Labeled[], k: number | undefined, other = "–"): string {
  const found = clusters[k ?? -1];
  return found ? clusterLine(found) : other;
}
