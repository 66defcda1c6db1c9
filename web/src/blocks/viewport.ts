/** The visible part of the matrix, in ranks: rows from top to bottom, columns from left to right. */
export interface View {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export type Shape = [number, number];
const LEAST = 8; // rows or columns that are seen at least

export function whole([rows, columns]: Shape): View {
  return { top: 0, bottom: rows, left: 0, right: columns };
}

export function isWhole(view: View, shape: Shape): boolean {
  const all = whole(shape);
  return view.top === 0 && view.left === 0 && view.bottom === all.bottom && view.right === all.right;
}

/** Zooms in or out around a point, given as 0 to 1 from the left and from the top. */
export function zoomed(view: View, factor: number, x: number, y: number, [rows, columns]: Shape): View {
  const [left, right] = scaled(view.left, view.right, factor, x, columns);
  const [top, bottom] = scaled(view.top, view.bottom, factor, y, rows);
  return { top, bottom, left, right };
}

/** Moved by parts of its width and height, within the matrix. */
export function panned(view: View, dx: number, dy: number, [rows, columns]: Shape): View {
  const [wide, high] = [view.right - view.left, view.bottom - view.top];
  const [left, right] = within(view.left - dx * wide, wide, columns);
  const [top, bottom] = within(view.top - dy * high, high, rows);
  return { top, bottom, left, right };
}

function scaled(low: number, high: number, factor: number, at: number, most: number): [number, number] {
  const length = Math.min(Math.max((high - low) / factor, Math.min(LEAST, most)), most);
  return within(low + at * (high - low) - at * length, length, most);
}

function within(start: number, length: number, most: number): [number, number] {
  const first = Math.min(Math.max(start, 0), most - length);
  return [first, first + length];
}

/** Whole rows and columns to ask for. */
export function asked(view: View, [rows, columns]: Shape): View {
  return {
    top: Math.floor(view.top),
    bottom: Math.min(Math.ceil(view.bottom), rows),
    left: Math.floor(view.left),
    right: Math.min(Math.ceil(view.right), columns),
  };
}

/** The index of the section that contains a rank. */
export function placeOf(ends: number[], rank: number): number {
  const found = ends.findIndex((end) => rank < end);
  return found < 0 ? ends.length - 1 : found;
}

/** The range from the first to the last of the selected sections; null for none. */
export function span(ends: number[], places: number[]): [number, number] | null {
  if (!places.length) return null;
  const first = Math.min(...places);
  return [first ? (ends[first - 1] as number) : 0, ends[Math.max(...places)] as number];
}
