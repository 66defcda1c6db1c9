import { useShared } from "../data/hooks";
import type { Size } from "../parts/useCanvas";
import { texts } from "../texts";
import type { MapNumbers } from "./types";

interface Props {
  numbers: MapNumbers;
  /** The document, by its place on the map. */
  index: number;
  x: number;
  y: number;
  /** Of the canvas, in which it stays. */
  size: Size;
}

const WIDTH = 280;
const LETTERS = 160;

/** What lies under the hand: its name, its cluster, its first words. */
export function Tip({ numbers, index, x, y, size }: Props) {
  const { overview, documents } = useShared();
  const row = numbers.rows[index] as number;
  const cluster = overview.clusters[numbers.clusters[index] as number];
  const code = documents?.classes?.codes[row] ?? -1;
  const left = Math.min(Math.max(x - WIDTH / 2, 0), Math.max(size.width - WIDTH, 0));
  const above = y > 0.6 * size.height ? { bottom: `${size.height - y + 14}px` } : { top: `${y + 14}px` };
  return (
    <div class="tip card" style={{ left: `${left}px`, width: `${WIDTH}px`, ...above }} data-testid="map-tip">
      <strong>{numbers.ids[index]}</strong>
      <span>
        <span class="swatch" style={{ background: cluster?.color }} /> {cluster?.label}
      </span>
      {code >= 0 && (
        <span class="soft">
          {texts.map.by.class}: {documents?.classes?.names[code]}
        </span>
      )}
      {documents?.excerpts && <span class="soft">{documents.excerpts[row]?.slice(0, LETTERS)}</span>}
    </div>
  );
}
