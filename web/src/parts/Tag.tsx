import "../style/lists.css";
import { useShared } from "../data/hooks";

/** A document cluster in short: its colour, its number, its name. */
export function Tag({ cluster, plain = "–" }: { cluster: number; plain?: string }) {
  const { overview } = useShared();
  const known = overview.clusters[cluster];
  return (
    <span class="tag" title={known?.label}>
      {known && <span class="swatch" style={{ background: known.color }} />}
      <span class="tag-name">{known?.label ?? plain}</span>
    </span>
  );
}
