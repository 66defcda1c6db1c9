import "../style/lists.css";
import { useShared } from "../data/hooks";

interface Props {
  cluster: number;
  /** What is said where there is no such cluster. */
  plain?: string;
  /** Only the first of its words. */
  short?: boolean;
}

/** A document cluster in short: its color, its number, its name. */
export function Tag({ cluster, plain = "–", short = false }: Props) {
  const { overview } = useShared();
  const known = overview.clusters[cluster];
  return (
    <span class="tag" title={known?.label}>
      {known && <span class="swatch" style={{ background: known.color }} />}
      <span class="tag-name">{(short ? known?.label.split(",")[0] : known?.label) ?? plain}</span>
    </span>
  );
}
