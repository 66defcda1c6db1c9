import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { BlocksNumbers, Overview } from "../data/types";
import { saveCsv } from "../files/csv";
import { graphExports } from "../files/graphml";
import { svgExports } from "../files/svg";
import { Choice } from "../parts/Choice";
import { type Export, Figure } from "../parts/Figure";
import { texts } from "../texts";
import { BlockTable } from "./BlockTable";
import { Detail } from "./Detail";
import { MEASURES, type Measure } from "./scale";
import { chosenOf, strongest } from "./selection";
import { blocksSvg } from "./svgExport";

const ROOM_BESIDE = 17; // columns at most if the details are to fit next to the table

/** The block table, details of the selection, and the exports. */
export function BlocksFigure() {
  const { overview, hidden, filter, route, open, source, run } = useShared();
  const measure = MEASURES.find((name) => name === route.params.by) ?? "lift";
  const chosen = chosenOf(route.params, filter);
  const levels = overview.levels.length > 1 ? overview.levels : [];
  const finest = overview.levels.length - 1;
  const level = levelOf(route.params.at ?? route.params.level, finest);
  const exports = useMemo<Export[]>(
    () => [
      { label: "CSV", run: () => saveBlocks(run, overview.blocks) },
      ...svgExports(`${run}-blocks`, () => blocksSvg(overview, measure)),
      ...graphExports(source, run, overview, hidden),
    ],
    [overview, measure],
  );
  return (
    <Figure
      testid="figure-blocks"
      question={texts.blocks.question}
      title={titleOf(overview, hidden)}
      note={texts.blocks.notes[measure]}
      how={texts.blocks.how}
      exports={exports}
      controls={
        <>
          <Choice<Measure>
            label={texts.blocks.values}
            choices={MEASURES.map((value) => ({ value, label: texts.blocks.measure[value] }))}
            value={measure}
            onChange={(by) => open("blocks", { by: by === "lift" ? null : by }, true)}
            testid="measure"
          />
          {levels.length > 0 && (
            <Choice
              label={texts.blocks.level}
              choices={levels.map((n, i) => ({ value: String(i), label: texts.blocks.levelOf(n) }))}
              value={String(level ?? finest)}
              onChange={(at) => open("blocks", { at }, true)}
              testid="level"
            />
          )}
        </>
      }
    >
      <div class={overview.blocks.column_clusters.length > ROOM_BESIDE ? "blocks-two wide" : "blocks-two"}>
        <BlockTable measure={measure} level={level} chosen={chosen} />
        <Detail chosen={chosen} />
      </div>
    </Figure>
  );
}

/** The level whose clusters head the rows: a coarser one, or none. */
function levelOf(text: string | undefined, finest: number): number | null {
  const level = Number(text);
  return text !== undefined && Number.isInteger(level) && level >= 0 && level < finest ? level : null;
}

/** The finding. The picture's own may name a hidden cluster, so it is computed again if there are any. */
function titleOf({ blocks, clusters, word_clusters }: Overview, hidden: Set<number>): string {
  const [best] = hidden.size ? strongest(blocks, 1) : [];
  const labels = best ? [clusters[best.row]?.label, word_clusters[best.column]?.label] : [];
  return best ? texts.noise.block(labels[0] ?? "", labels[1] ?? "", best.share, best.lift) : blocks.title;
}

/** The columns of the picture's own table. */
function saveBlocks(run: string, blocks: BlocksNumbers): void {
  const { mass, density, lift, residual } = blocks;
  const rows = blocks.row_clusters.flatMap((row, i) =>
    blocks.column_clusters.map((column, j) => [
      row,
      column,
      ...[mass, density, lift, residual].map((values) => values[i]?.[j]),
    ]),
  );
  saveCsv(`${run}-blocks`, ["document_cluster", "word_cluster", "mass", "density", "lift", "residual"], rows);
}
