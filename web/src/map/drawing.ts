import type { MapNumbers, Overview, Point } from "../data/types";
import { ink } from "../parts/Chart";
import { quantile } from "../parts/quantile";
import type { Size } from "../parts/useCanvas";
import { type Camera, toScreen } from "./camera";
import { type Coloring, colorsOf } from "./coloring";
import { type Placed, placed, type Wanted } from "./labelLayout";

const NAME = { font: "600 13px Arial, sans-serif", height: 17 };
const WORD = { font: "12px Arial, sans-serif", height: 14 };

const NARROW = 520; // pixels of a canvas that has no room for long names
const RIM = 4; // pixels between a name and its cluster
const LONGEST = 230; // pixels of a name; the tooltip has all of it
const FIRST = 3; // words per cluster at the lowest zoom

export interface Scene {
  numbers: MapNumbers;
  overview: Overview;
  coloring: Coloring;
  /** Which documents pass the filter. */
  kept: Uint8Array;
  /** Screen positions of the documents, x and y in turn. */
  screen: Float32Array;
  names: Placed[];
  words: Placed[];
  /** The polygon being drawn, or that of the address, on the screen. */
  lasso: Point[];
  pointed: number;
  dark: boolean;
}

export function screenOf(numbers: MapNumbers, camera: Camera, size: Size): Float32Array {
  const screen = new Float32Array(2 * numbers.points.length);
  numbers.points.forEach((point, i) => {
    screen.set(toScreen(camera, size, point), 2 * i);
  });
  return screen;
}

export function radiusOf(n: number, zoom: number): number {
  const first = n > 3000 ? 2 : n > 800 ? 2.6 : n > 100 ? 3.6 : 5;
  return Math.min(first * zoom ** 0.35, 9);
}

export function drawMap(context: CanvasRenderingContext2D, scene: Scene, radius: number): void {
  const { coloring, kept, screen, dark } = scene;
  const { soft, text } = ink(dark);
  const faint: number[] = [];
  const groups = new Map<string, number[]>();
  const colors = colorsOf(coloring, dark);
  for (let i = 0; i < kept.length; i++) {
    const color = colors.get(coloring.codes[i] as number) ?? soft;
    if (!kept[i]) faint.push(i);
    else if (groups.get(color)?.push(i) === undefined) groups.set(color, [i]);
  }
  context.globalAlpha = dark ? 0.22 : 0.16;
  dots(context, screen, faint, radius * 0.8, text);
  context.globalAlpha = dark ? 0.95 : 0.82;
  for (const [color, places] of groups) dots(context, screen, places, radius, color);
  context.globalAlpha = 1;
  polygon(context, scene.lasso, dark);
  write(context, scene.words, WORD.font, scene, false);
  write(context, scene.names, NAME.font, scene, true);
  if (scene.pointed >= 0) ring(context, screen, scene.pointed, radius + 3, text);
}

function dots(
  context: CanvasRenderingContext2D,
  screen: Float32Array,
  places: number[],
  radius: number,
  color: string,
) {
  context.fillStyle = color;
  context.beginPath();
  for (const i of places) {
    const [x, y] = [screen[2 * i] as number, screen[2 * i + 1] as number];
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
}

function ring(
  context: CanvasRenderingContext2D,
  screen: Float32Array,
  i: number,
  radius: number,
  color: string,
) {
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(screen[2 * i] as number, screen[2 * i + 1] as number, radius, 0, 2 * Math.PI);
  context.stroke();
}

function polygon(context: CanvasRenderingContext2D, line: Point[], dark: boolean): void {
  if (line.length < 2) return;
  context.strokeStyle = dark ? "#85c8f3" : "#00588c";
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  context.beginPath();
  for (const [x, y] of line) context.lineTo(x, y);
  context.closePath();
  context.stroke();
  context.globalAlpha = 0.06;
  context.fillStyle = context.strokeStyle;
  context.fill();
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** Names with a rim of paper, so that they can be read on documents. */
function write(
  context: CanvasRenderingContext2D,
  names: Placed[],
  font: string,
  scene: Scene,
  strong: boolean,
): void {
  const { text, soft, back } = ink(scene.dark);
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = strong ? 4 : 3;
  for (const { text: name, x, y } of names) {
    context.strokeStyle = back;
    context.strokeText(name, x, y);
    context.fillStyle = strong ? text : soft;
    context.fillText(name, x, y);
  }
}

let measuring: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();

function widthOf(text: string, font: string): number {
  const key = `${font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  measuring ??= document.createElement("canvas").getContext("2d");
  if (measuring) measuring.font = font;
  const width = measuring?.measureText(text).width ?? 7 * text.length;
  widths.set(key, width);
  return width;
}

/** As much of a name as fits into so many pixels. */
function cut(text: string, font: string, most: number): string {
  if (widthOf(text, font) <= most) return text;
  const characters = [...text];
  const share = most / widthOf(text, font);
  characters.length = Math.ceil(characters.length * share);
  const shorter = () => `${characters.join("").trimEnd()}…`;
  while (characters.length > 1 && widthOf(shorter(), font) > most) characters.pop();
  return shorter();
}

/**
 * Places cluster names above their clusters, largest first. Long names are cut; a name without room becomes its
 * number. Filtered clusters have no name, and the boxes `taken` stay free.
 */
export function namesOf(
  numbers: MapNumbers,
  overview: Overview,
  shown: Set<number>,
  camera: Camera,
  size: Size,
  taken: Wanted[] = [],
): Placed[] {
  const order = overview.clusters.filter(({ cluster }) => shown.has(cluster)).sort((a, b) => b.size - a.size);
  const tops = topsOf(numbers);
  const wanted: Wanted[] = [];
  const clusters: number[] = [];
  for (const { cluster, label } of order) {
    const center = numbers.centres[cluster];
    if (!center || center[0] === null) continue;
    const short = size.width < NARROW ? (label.split(", ")[0] as string) : label;
    const text = cut(short, NAME.font, LONGEST);
    const [middleX, middle] = toScreen(camera, size, center as Point);
    const [, top] = toScreen(camera, size, [center[0], tops.get(cluster) ?? center[1]] as Point);
    if (middle < 0 || middleX < 0 || middleX > size.width) continue;
    const y = Math.max(top - NAME.height / 2 - RIM, NAME.height / 2);
    const named = (text: string) => {
      const width = widthOf(text, NAME.font);
      const x = Math.min(Math.max(middleX, width / 2), size.width - width / 2);
      return { text, x, y, width, height: NAME.height };
    };
    wanted.push({ ...named(text), shorter: named(String(cluster)) });
    clusters.push(cluster);
  }
  const found = placed(wanted, taken, size.width, size.height);
  return found.map((name) => ({ ...name, index: clusters[name.index] as number }));
}

/** How high each cluster reaches, but for a few stray documents. */
function topsOf(numbers: MapNumbers): Map<number, number> {
  const heights = new Map<number, number[]>();
  numbers.points.forEach(([, y], i) => {
    const cluster = numbers.clusters[i] as number;
    if (heights.get(cluster)?.push(y) === undefined) heights.set(cluster, [y]);
  });
  return new Map([...heights].map(([cluster, values]) => [cluster, quantile(values, 0.96)]));
}

/** Places distinctive words below the documents that use them, more at higher zoom. Words in a name are skipped. */
export function wordsOf(
  numbers: MapNumbers,
  overview: Overview,
  shown: Set<number>,
  names: Placed[],
  camera: Camera,
  size: Size,
  zoom: number,
): Placed[] {
  const known = new Set(names.flatMap(({ text }) => text.split(/,?\s+/)));
  const counts = new Map<number, number>();
  const most = FIRST + 2 * Math.max(Math.log2(zoom), 0);
  const wanted: Wanted[] = [];
  numbers.words.forEach((text, i) => {
    const cluster = numbers.word_clusters[i] as number;
    const own = counts.get(cluster) ?? 0;
    const named = overview.clusters[cluster]?.label.split(/,?\s+/).includes(text);
    if (!shown.has(cluster) || named || known.has(text) || own >= most) return;
    counts.set(cluster, own + 1);
    known.add(text);
    const [x, y] = toScreen(camera, size, numbers.word_points[i] as Point);
    wanted.push({ text, x, y: y + WORD.height, width: widthOf(text, WORD.font), height: WORD.height });
  });
  return placed(wanted, names, size.width, size.height);
}
