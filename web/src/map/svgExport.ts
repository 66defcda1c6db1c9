import type { MapNumbers, Overview } from "../data/types";
import { type Drawn, drawing, element, label } from "../files/svg";
import { fitted } from "./camera";
import { type Coloring, colorsOf } from "./coloring";
import { namesOf, radiusOf, screenOf, wordsOf } from "./drawing";

const SIZE = { width: 1100, height: 800 };
const TITLE = 40;

/** The map as a drawing of fixed size, in light colors. */
export function mapSvg(numbers: MapNumbers, overview: Overview, coloring: Coloring, kept: Uint8Array): Drawn {
  const camera = fitted(numbers.points, SIZE);
  const screen = screenOf(numbers, camera, SIZE);
  const shown = new Set(numbers.clusters.filter((_, i) => kept[i]));
  const names = namesOf(numbers, overview, shown, camera, SIZE);
  const words = wordsOf(numbers, overview, shown, names, camera, SIZE, 1);
  const colors = colorsOf(coloring, false);
  const radius = radiusOf(numbers.rows.length, 1);
  const dots = numbers.rows.map((_, i) =>
    element("circle", {
      cx: (screen[2 * i] as number).toFixed(1),
      cy: (screen[2 * i + 1] as number).toFixed(1),
      r: radius,
      fill: kept[i] ? (colors.get(coloring.codes[i] as number) ?? "#8c8c8c") : "#dddddd",
      "fill-opacity": 0.82,
    }),
  );
  const rim = { stroke: "#ffffff", "stroke-width": 4, "paint-order": "stroke", "stroke-linejoin": "round" };
  const middle = { "text-anchor": "middle", "dominant-baseline": "central", ...rim };
  const written = [
    ...words.map(({ text, x, y }) => label(text, { x, y, ...middle, "font-size": 12, fill: "#615d55" })),
    ...names.map(({ text, x, y }) =>
      label(text, { x, y, ...middle, "font-size": 13, "font-weight": "bold" }),
    ),
  ];
  const title = label(numbers.title, { x: 14, y: 26, "font-size": 16, "font-weight": "bold" });
  const moved = element("g", { transform: `translate(0 ${TITLE})` }, [...dots, ...written].join(""));
  return drawing(SIZE.width, SIZE.height + TITLE, [title, moved]);
}
