import type { Edit } from "../data/types";

export interface Line {
  edit: Edit;
  undone: boolean;
}

/** What was done by hand, the newest first; an undo is not a line of its own, it strikes one out. */
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

/** What an undo would take back. */
export function lastStanding(edits: Edit[]): Edit | null {
  return historyOf(edits).find(({ undone }) => !undone)?.edit ?? null;
}

/** Whether documents have other cluster numbers after an edit. */
export function renumbers(edit: Edit, before: Edit[]): boolean {
  const done = edit.edit === "undo" ? lastStanding(before) : edit;
  return done?.edit === "merge" || done?.edit === "split";
}
