import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { useLevel } from "../data/useTree";
import { ClusterLabel } from "../parts/ClusterLabel";
import { texts } from "../texts";
import { BlockRow } from "./BlockRow";
import { moveFocus } from "./keyboard";
import { type Measure, toneOf } from "./scale";
import { clickedColumn, clickedRow, groupsOf, isOn } from "./selection";

interface Props {
  measure: Measure;
  /** The level whose clusters head the rows; null for the finest. */
  level: number | null;
  /** The word cluster that is looked into. */
  chosen: number | null;
}

/** Document clusters by word clusters: the finding in one table. Arrows go from cell to cell. */
export function BlockTable({ measure, level, chosen }: Props) {
  const { overview, shown, filter, open } = useShared();
  const { blocks } = overview;
  const coarse = useLevel(level);
  const groups = useMemo(
    () => groupsOf(blocks, level === null ? null : (overview.parents[level] ?? null)),
    [blocks, level],
  );
  const tone = useMemo(() => toneOf(measure, blocks[measure]), [blocks, measure]);
  const largest = Math.max(...shown.map(({ size }) => size), 1);
  return (
    <div class="blocks-scroll">
      <table class="blocks-table" aria-label={blocks.alt} onKeyDown={moveFocus} data-testid="block-table">
        <thead>
          <tr>
            <th class="corner" scope="col">
              {texts.blocks.corner}
            </th>
            <th class="number" scope="col">
              {texts.blocks.documents}
            </th>
            {blocks.column_clusters.map((j) => (
              <th key={j} class="upright" scope="col">
                <button
                  type="button"
                  class={chosen === j ? "on" : ""}
                  aria-pressed={chosen === j}
                  title={overview.word_clusters[j]?.words.join(", ")}
                  onClick={() => open("blocks", clickedColumn(blocks, j, chosen, filter))}
                  data-testid={`column-${j}`}
                >
                  <ClusterLabel cluster={j} label={overview.word_clusters[j]?.label ?? ""} />
                </button>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.cluster}>
            {group.cluster !== null && (
              <tr class="coarse">
                <th scope="rowgroup" colSpan={2 + blocks.column_clusters.length}>
                  <button
                    type="button"
                    class="plain"
                    aria-pressed={filter.level === level && filter.clusters.includes(group.cluster)}
                    onClick={(event) =>
                      open("blocks", clickedRow(filter, group.cluster as number, level, event.shiftKey))
                    }
                    data-testid={`coarse-${group.cluster}`}
                  >
                    <ClusterLabel cluster={group.cluster} label={coarse.get(group.cluster)?.label ?? ""} />
                  </button>
                </th>
              </tr>
            )}
            {group.rows.map((i) => (
              <BlockRow
                key={i}
                place={i}
                measure={measure}
                tone={tone}
                largest={largest}
                chosen={chosen}
                on={isOn(filter, overview, blocks.row_clusters[i] as number)}
                first={i === groups[0]?.rows[0]}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
