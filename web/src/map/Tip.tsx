import { useShared } from "../data/hooks";
import type { MapNumbers } from "../data/types";
import { ClusterLabel } from "../parts/ClusterLabel";
import { Name } from "../parts/Name";
import type { Size } from "../parts/useCanvas";
import { texts } from "../texts";
import type { Placed } from "./labelLayout";

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
const CHARACTERS = 160;

/** All of a name that is cut on the map, and how many documents its cluster has. */
export function NameTip({ name, size }: { name: Placed | undefined; size: Size }) {
  const { overview } = useShared();
  const cluster = name && overview.clusters[name.index];
  if (!cluster) return null;
  const left = Math.min(Math.max(name.x - WIDTH / 2, 0), Math.max(size.width - WIDTH, 0));
  const style = { left: `${left}px`, top: `${name.y + name.height}px`, width: `${WIDTH}px` };
  return (
    <div class="tip card" style={style} data-testid="map-name">
      <strong>
        <ClusterLabel {...cluster} />
      </strong>
      <span class="soft">{texts.shell.documents(cluster.size)}</span>
    </div>
  );
}

/** The document under the pointer: its name, its cluster, its first words. */
export function Tip({ numbers, index, x, y, size }: Props) {
  const { overview, documents } = useShared();
  const row = numbers.rows[index] as number;
  const cluster = overview.clusters[numbers.clusters[index] as number];
  const code = documents?.classes?.codes[row] ?? -1;
  const left = Math.min(Math.max(x - WIDTH / 2, 0), Math.max(size.width - WIDTH, 0));
  const above = y > 0.6 * size.height ? { bottom: `${size.height - y + 14}px` } : { top: `${y + 14}px` };
  return (
    <div class="tip card" style={{ left: `${left}px`, width: `${WIDTH}px`, ...above }} data-testid="map-tip">
      <strong>{documents ? <Name documents={documents} row={row} /> : numbers.ids[index]}</strong>
      <span>
        <span class="swatch" style={{ background: cluster?.color }} />{" "}
        {cluster && <ClusterLabel {...cluster} />}
      </span>
      {code >= 0 && (
        <span class="soft">
          {texts.map.by.class}: {documents?.classes?.names[code]}
        </span>
      )}
      {documents?.excerpts && <span class="soft">{documents.excerpts[row]?.slice(0, CHARACTERS)}</span>}
    </div>
  );
}
