import type { Point } from "../data/types";
import type { Size } from "../parts/useCanvas";

/** The visible part of the plane: its center, and pixels per unit. Up on the plane is up on the screen. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
  /** How much wider than high a unit is: the axes of the map mean nothing by themselves. */
  stretch: number;
}

const ROOM = 0.9; // of the canvas that all documents take
const WIDER = 1.5; // at most, so that a round cluster stays about round
const NEAREST = 60; // times the scale that shows all

/** A camera that shows all points. */
export function fitted(points: Point[], { width, height }: Size): Camera {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  const [across, up] = [width / Math.max(right - left, 1e-6), height / Math.max(high - low, 1e-6)];
  const scale = Math.min(across, up);
  const stretch = Math.min(Math.max(across / up, 1), WIDER);
  return { x: (left + right) / 2, y: (low + high) / 2, scale: ROOM * scale, stretch };
}

export function toScreen(camera: Camera, { width, height }: Size, [x, y]: Point): Point {
  return [
    width / 2 + (x - camera.x) * camera.scale * camera.stretch,
    height / 2 - (y - camera.y) * camera.scale,
  ];
}

export function toPlane(camera: Camera, { width, height }: Size, [x, y]: Point): Point {
  return [
    camera.x + (x - width / 2) / (camera.scale * camera.stretch),
    camera.y - (y - height / 2) / camera.scale,
  ];
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / (camera.scale * camera.stretch), y: camera.y + dy / camera.scale };
}

/** Zooms in or out around the pointer; `all` is the camera that shows everything. */
export function zoomed(camera: Camera, all: Camera, factor: number, at: Point, size: Size): Camera {
  const scale = Math.min(Math.max(camera.scale * factor, all.scale / 2), all.scale * NEAREST);
  const [x, y] = toPlane(camera, size, at);
  const [u, v] = toPlane({ ...camera, scale }, size, at);
  return { ...camera, x: camera.x + x - u, y: camera.y + y - v, scale };
}

/** The point nearest to a place of the screen, at most so many pixels away; -1 for none. */
export function nearest(
  screen: Float32Array,
  x: number,
  y: number,
  reach: number,
  shown: Uint8Array,
): number {
  let [best, found] = [reach * reach, -1];
  for (let i = 0; i < shown.length; i++) {
    if (!shown[i]) continue;
    const [dx, dy] = [(screen[2 * i] as number) - x, (screen[2 * i + 1] as number) - y];
    const far = dx * dx + dy * dy;
    if (far < best) [best, found] = [far, i];
  }
  return found;
}

/** A drawn line with fewer points: those nearer than `least` to the one before are left out. */
export function thinned(line: Point[], least: number): Point[] {
  const kept: Point[] = [];
  for (const point of line) {
    const last = kept[kept.length - 1];
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= least) kept.push(point);
  }
  return kept;
}
