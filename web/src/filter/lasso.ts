import type { Point } from "../data/types";

/** A polygon as the address holds it. */
export function parseLasso(text: string | undefined): Point[] {
  const numbers = (text ?? "").split(",").map(Number);
  if (numbers.length < 6 || numbers.some((value) => !Number.isFinite(value))) return [];
  return Array.from({ length: numbers.length >> 1 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]] as Point);
}

export function lassoText(polygon: Point[]): string {
  return polygon.map(([x, y]) => `${+x.toFixed(2)},${+y.toFixed(2)}`).join(",");
}

/** Whether a polygon contains a point: counts how often a ray to the right crosses its border. */
export function inside(polygon: Point[], [x, y]: Point): boolean {
  let within = false;
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + polygon.length - 1) % polygon.length] as Point;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  });
  return within;
}
