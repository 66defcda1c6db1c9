import type { Edit } from "../data/types";

export interface Line {
  edit: Edit;
  undone: boolean;
}

/** The edits, newest first. An undo is not a line; it strikes one out. */
export function historyOf(edits: Edit[]): Line[] {
  const lines: Line[] = [];
  for (const edit of edits) {
    if (edit.edit !== "undo") lines.push({ edit, undone: false });
    else {
      const last = lines.filter(({ undone }) => !undone).pop();
      if (last) last.undone = true;
    }
  }
  return lines.reverse();
}

/** The edit that an undo would revert. */
export function lastStanding(edits: Edit[]): Edit | null {
  return historyOf(edits).find(({ undone }) => !undone)?.edit ?? null;
}

/** Whether documents have other cluster numbers after an edit. */
export function renumbers(edit: Edit, before: Edit[]): boolean {
  const done = edit.edit === "undo" ? lastStanding(before) : edit;
  return done?.edit === "merge" || done?.edit === "split";
}
