import { useShared } from "../data/hooks";
import { ClusterLabel } from "../parts/ClusterLabel";
import { css, readable, seen } from "../parts/color";
import { count, texts } from "../texts";
import { cellText, fill, type Measure } from "./scale";
import { clickedBlock, clickedRow } from "./selection";

interface Props {
  /** Row of the table of blocks. */
  place: number;
  measure: Measure;
  tone: (value: number) => number;
  largest: number;
  chosen: number | null;
  on: boolean;
  /** Whether the Tab key comes to its first cell. */
  first: boolean;
}

/** A document cluster, how large it is, and its blocks. */
export function BlockRow({ place, measure, tone, largest, chosen, on, first }: Props) {
  const { overview, filter, open, dark } = useShared();
  const { blocks } = overview;
  const k = blocks.row_clusters[place] as number;
  const cluster = overview.clusters[k];
  if (!cluster) return null;
  const width = `${(100 * cluster.size) / largest}%`;
  return (
    <tr class={on ? "on" : undefined} data-testid={`row-${k}`}>
      <th scope="row">
        <button
          type="button"
          class="row-name"
          aria-pressed={on}
          title={cluster.words.join(", ")}
          onClick={(event) => open("blocks", clickedRow(filter, k, null, event.shiftKey))}
          data-testid={`cluster-${k}`}
        >
          <span class="swatch" style={{ background: cluster.color }} />
          <ClusterLabel {...cluster} />
          {cluster.noise && <em class="soft">{texts.blocks.noise}</em>}
        </button>
      </th>
      <td class="number size" title={texts.blocks.row(cluster.label, cluster.size, cluster.share)}>
        {count(cluster.size)}
        <span class="size-bar" style={{ width, background: seen(cluster.color, dark) }} />
      </td>
      {(blocks[measure][place] ?? []).map((value, j) => {
        const word = blocks.column_clusters[j] as number;
        const back = fill(tone(value), dark);
        const label = texts.blocks.cell(
          cluster.label,
          overview.word_clusters[word]?.label ?? "",
          blocks.lift[place]?.[j] ?? 0,
          blocks.mass[place]?.[j] ?? 0,
        );
        return (
          <td key={word} class={on && chosen === word ? "cell chosen" : "cell"}>
            <button
              type="button"
              style={{ background: css(back), color: readable(back) }}
              title={label}
              aria-pressed={on && chosen === word}
              tabIndex={first && j === 0 ? 0 : -1}
              onClick={() => open("blocks", clickedBlock(filter, k, word, chosen))}
              data-testid={`block-${k}-${word}`}
            >
              {cellText(measure, value)}
            </button>
          </td>
        );
      })}
    </tr>
  );
}
