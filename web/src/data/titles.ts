import type { Documents } from "./types";

/** What a document is called where there is one line of plain text. */
export function lineOf({ ids, titles }: Documents, row: number): string {
  const title = titles?.[row];
  return title ? `${title} (${ids[row]})` : (ids[row] ?? "");
}

/** A column of titles for a file, where there are any. */
export function titleColumn({ titles }: Documents, row: number): string[] {
  return titles ? [titles[row] ?? ""] : [];
}
