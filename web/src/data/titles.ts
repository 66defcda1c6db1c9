import type { Documents } from "./types";

/** The title and id of a document on one line of plain text. */
export function documentLine({ ids, titles }: Documents, row: number): string {
  const title = titles?.[row];
  return title ? `${title} (${ids[row]})` : (ids[row] ?? "");
}

/** A column of titles for a file; no column if there are no titles. */
export function titleColumn({ titles }: Documents, row: number): string[] {
  return titles ? [titles[row] ?? ""] : [];
}
