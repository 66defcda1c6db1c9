import { lineIn } from "../data/labels";
import type { Overview } from "../data/types";
import { type Drawn, drawing, element, label } from "../files/svg";
import { css, readable } from "../parts/color";
import { cellText, fill, type Measure, toneOf } from "./scale";

const CELL = 30;
const ROW = 26;
const LEFT = 230;
const TOP = 170;

/** The block table as a drawing, in light colors. */
export function blocksSvg(overview: Overview, measure: Measure): Drawn {
  const { blocks } = overview;
  const tone = toneOf(measure, blocks[measure]);
  const held = [label(blocks.title, { x: 12, y: 24, "font-size": 14, "font-weight": "bold" })];
  blocks.column_clusters.forEach((j, at) => {
    const x = LEFT + (at + 0.6) * CELL;
    const turned = { x, y: TOP - 8, transform: `rotate(-45 ${x} ${TOP - 8})`, "font-size": 11 };
    held.push(label(lineIn(overview.word_clusters, j), turned));
  });
  blocks.row_clusters.forEach((k, i) => {
    const y = TOP + i * ROW;
    const cluster = overview.clusters[k];
    held.push(
      element("rect", { x: 12, y: y + 7, width: 11, height: 11, rx: 3, fill: cluster?.color ?? "#888" }),
    );
    held.push(label(lineIn(overview.clusters, k), { x: 30, y: y + 17, "font-size": 12 }));
    (blocks[measure][i] ?? []).forEach((value, at) => {
      const back = fill(tone(value), false);
      const x = LEFT + at * CELL;
      const box = { x: x + 1, y: y + 1, width: CELL - 2, height: ROW - 2, rx: 3, fill: css(back) };
      const middle = { x: x + CELL / 2, y: y + 17, "text-anchor": "middle", "font-size": 10 };
      held.push(element("rect", box), label(cellText(measure, value), { ...middle, fill: readable(back) }));
    });
  });
  const width = LEFT + blocks.column_clusters.length * CELL + 110;
  return drawing(Math.max(width, 9 * blocks.title.length), TOP + blocks.row_clusters.length * ROW + 12, held);
}
