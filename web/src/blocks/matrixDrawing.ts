import { lineIn } from "../data/labels";
import type { MatrixNumbers, Overview } from "../data/types";
import { ink } from "../parts/Chart";
import type { Size } from "../parts/useCanvas";
import type { View } from "./viewport";

const STRIP = 8;
const LINE = 13; // height of a label

/** The box of the matrix on the canvas; names and strips in the clusters' colors are around it. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function frameOf({ width, height }: Size, classes: boolean): Frame {
  const x = width > 640 ? 190 : 34;
  return { x, y: 30, width: Math.max(width - x - (classes ? 18 : 2), 1), height: Math.max(height - 32, 1) };
}

interface Scene {
  overview: Overview;
  /** The picture of the whole: its borders and names. */
  numbers: MatrixNumbers;
  /** Ends of the clusters, in ranks. */
  ends: { rows: number[]; columns: number[] };
  /** The image, and the part of the matrix that it shows. */
  image: HTMLCanvasElement;
  window: MatrixNumbers["window"];
  view: View;
  /** Places of the chosen document clusters and of the chosen word cluster. */
  rows: number[];
  column: number | null;
  dark: boolean;
}

export function drawMatrix(context: CanvasRenderingContext2D, size: Size, scene: Scene): void {
  const frame = frameOf(size, scene.numbers.classes.length > 0);
  const { view, dark } = scene;
  const colors = ink(dark);
  const toX = (rank: number) => frame.x + ((rank - view.left) / (view.right - view.left)) * frame.width;
  const toY = (rank: number) => frame.y + ((rank - view.top) / (view.bottom - view.top)) * frame.height;
  context.save();
  context.beginPath();
  context.rect(frame.x, frame.y, frame.width, frame.height);
  context.clip();
  const [top, bottom, left, right] = scene.window;
  context.imageSmoothingEnabled = (toX(right) - toX(left)) / scene.image.width < 1.5;
  context.drawImage(scene.image, toX(left), toY(top), toX(right) - toX(left), toY(bottom) - toY(top));
  washed(context, frame, scene, toY);
  borders(context, frame, scene, toX, toY);
  context.restore();
  context.strokeStyle = colors.line;
  context.strokeRect(frame.x, frame.y, frame.width, frame.height);
  rowSide(context, frame, scene, toY);
  columnSide(context, frame, scene, toX);
  if (scene.numbers.classes.length) classSide(context, frame, scene, toY);
}

/** Documents that the filter leaves out are faint. */
function washed(
  context: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  toY: (rank: number) => number,
): void {
  if (!scene.rows.length) return;
  context.globalAlpha = 0.78;
  context.fillStyle = ink(scene.dark).back;
  scene.ends.rows.forEach((end, i) => {
    if (scene.rows.includes(i)) return;
    const y = toY(scene.ends.rows[i - 1] ?? 0);
    context.fillRect(frame.x, y, frame.width, toY(end) - y);
  });
  context.globalAlpha = 1;
}

function borders(
  context: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  toX: (rank: number) => number,
  toY: (rank: number) => number,
): void {
  const { ends, rows, column } = scene;
  const accent = scene.dark ? "#85c8f3" : "#00588c";
  context.strokeStyle = accent;
  context.lineWidth = 0.6;
  context.globalAlpha = 0.55;
  context.beginPath();
  for (const end of ends.rows) {
    context.moveTo(frame.x, toY(end));
    context.lineTo(frame.x + frame.width, toY(end));
  }
  for (const end of ends.columns) {
    context.moveTo(toX(end), frame.y);
    context.lineTo(toX(end), frame.y + frame.height);
  }
  context.stroke();
  context.globalAlpha = 1;
  if (column === null) return;
  context.lineWidth = 2;
  const [left, right] = [toX(ends.columns[column - 1] ?? 0), toX(ends.columns[column] ?? 0)];
  for (const row of rows) {
    const y = toY(ends.rows[row - 1] ?? 0);
    context.strokeRect(left, y, right - left, toY(ends.rows[row] ?? 0) - y);
  }
}

function rowSide(
  context: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  toY: (rank: number) => number,
): void {
  const { numbers, overview, dark } = scene;
  context.textBaseline = "middle";
  context.textAlign = "right";
  let free = frame.y - LINE;
  numbers.row_clusters.forEach((k, i) => {
    const [from, to] = clipped(
      toY(scene.ends.rows[i - 1] ?? 0),
      toY(scene.ends.rows[i] ?? 0),
      frame.y,
      frame.height,
    );
    if (to <= from) return;
    context.fillStyle = overview.clusters[k]?.color ?? "#888888";
    context.fillRect(frame.x - STRIP - 3, from, STRIP, to - from - 0.5);
    const middle = (from + to) / 2;
    if (middle - free < LINE) return;
    free = middle;
    context.fillStyle = ink(dark).text;
    const name = lineIn(overview.clusters, k, numbers.row_names[i]);
    drawName(context, frame.x > 100 ? name : shortOf(k), frame.x - STRIP - 9, middle, frame.x - STRIP - 12);
  });
}

function columnSide(
  context: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  toX: (rank: number) => number,
): void {
  const { numbers, overview, dark } = scene;
  context.textAlign = "center";
  numbers.column_clusters.forEach((j, i) => {
    const before = scene.ends.columns[i - 1] ?? 0;
    const [from, to] = clipped(toX(before), toX(scene.ends.columns[i] ?? 0), frame.x, frame.width);
    if (to <= from) return;
    context.fillStyle = overview.word_clusters[j]?.color ?? "#888888";
    context.fillRect(from, frame.y - STRIP - 3, to - from - 0.5, STRIP);
    if (to - from < 16) return;
    context.fillStyle = ink(dark).text;
    const name = lineIn(overview.word_clusters, j, numbers.column_names[i]);
    drawName(
      context,
      to - from > 60 ? name : String(j),
      (from + to) / 2,
      frame.y - STRIP - 11,
      to - from - 4,
    );
  });
}

function classSide(
  context: CanvasRenderingContext2D,
  frame: Frame,
  scene: Scene,
  toY: (rank: number) => number,
): void {
  const { numbers, overview } = scene;
  const step = numbers.shape[0] / numbers.classes.length;
  numbers.classes.forEach((k, i) => {
    const [from, to] = clipped(toY(i * step), toY((i + 1) * step), frame.y, frame.height);
    if (k < 0 || to <= from) return;
    context.fillStyle = overview.clusters[k]?.color ?? "#888888";
    context.fillRect(frame.x + frame.width + 5, from, STRIP, to - from + 0.5);
  });
}

function clipped(from: number, to: number, start: number, length: number): [number, number] {
  return [Math.max(from, start), Math.min(to, start + length)];
}

function shortOf(cluster: number): string {
  return cluster < 0 ? "–" : String(cluster);
}

/** Draws a name, shortened to fit. */
function drawName(context: CanvasRenderingContext2D, name: string, x: number, y: number, room: number): void {
  context.font = "12px Arial, sans-serif";
  let shown = name;
  while (shown.length > 1 && context.measureText(shown).width > room)
    shown = `${shown.slice(0, -2).trimEnd()}…`;
  context.fillText(shown, x, y);
}
