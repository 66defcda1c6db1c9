import { ClusterLabel } from "./ClusterLabel";
import "../style/heat.css";

export interface HeatCell {
  text: string;
  /** -1 (much less) to 1 (much more): the color, which says nothing that the text does not. */
  tone: number;
  title: string;
  framed?: boolean;
}

export interface HeatHead {
  label: string;
  /** Of the cluster, if the head is of one. */
  cluster?: number;
  color?: string;
  /** Whether the filter holds it. */
  on?: boolean;
}

interface Props {
  caption: string;
  rows: HeatHead[];
  columns: HeatHead[];
  cells: HeatCell[][];
  onRow?: (row: number) => void;
  onColumn?: (column: number) => void;
  onCell?: (row: number, column: number) => void;
  testid: string;
}

/** A table whose cells are colored by their numbers. Heads are buttons; cells are for the mouse only. */
export function HeatTable({ caption, rows, columns, cells, onRow, onColumn, onCell, testid }: Props) {
  const upright = columns.length > 6;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section class="heat-scroll" tabIndex={0} aria-label={caption}>
      <table class={upright ? "heat upright" : "heat"} data-testid={testid}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((head, j) => (
              <th key={j} scope="col">
                <Head head={head} press={onColumn && (() => onColumn(j))} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((head, i) => (
            <tr key={i}>
              <th scope="row">
                <Head head={head} press={onRow && (() => onRow(i))} />
              </th>
              {(cells[i] ?? []).map((cell, j) => (
                <td
                  key={j}
                  class={cell.framed ? "framed" : undefined}
                  style={{ background: shade(cell.tone) }}
                  title={cell.title}
                >
                  {onCell ? (
                    <button type="button" tabIndex={-1} onClick={() => onCell(i, j)}>
                      {cell.text}
                    </button>
                  ) : (
                    cell.text
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({ head, press }: { head: HeatHead; press?: () => void }) {
  const inside = (
    <>
      {head.color && <span class="swatch" style={{ background: head.color }} />}
      {head.cluster === undefined ? (
        <span>{head.label}</span>
      ) : (
        <ClusterLabel label={head.label} cluster={head.cluster} />
      )}
    </>
  );
  if (!press) return <span class="heat-head">{inside}</span>;
  return (
    <button type="button" class="heat-head" aria-pressed={head.on ?? false} onClick={press}>
      {inside}
    </button>
  );
}

/** Light enough that text stays readable on it in both themes. */
export function shade(tone: number): string {
  const strength = Math.round(55 * Math.min(Math.abs(tone), 1));
  return `color-mix(in srgb, var(${tone > 0 ? "--more" : "--less"}) ${strength}%, var(--card))`;
}
