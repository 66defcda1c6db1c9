const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrows go from cell to cell of a table; its other cells are not stops of the Tab key. */
export function moveFocus(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const cell = event.target as HTMLElement;
  if (!step || !cell.matches(".cell > button")) return;
  const table = event.currentTarget as HTMLTableElement;
  const rows = [...table.querySelectorAll("tr")]
    .map((row) => [...row.querySelectorAll<HTMLElement>(".cell > button")])
    .filter((cells) => cells.length);
  const i = rows.findIndex((cells) => cells.includes(cell));
  const j = rows[i]?.indexOf(cell) ?? 0;
  const next = rows[i + step[0]]?.[j + step[1]];
  if (!next) return;
  event.preventDefault();
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
