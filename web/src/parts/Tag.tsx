import { useShared } from "../data/hooks";
import { clusterLine } from "../data/labels";
import { ClusterLabel } from "./ClusterLabel";

interface Props {
  cluster: number;
  /** Shown if there is no such cluster. */
  plain?: string;
  /** Only the first of its words. */
  short?: boolean;
}

/** A document cluster in short: its color, its name, its number. */
export function Tag({ cluster, plain = "–", short = false }: Props) {
  const { overview } = useShared();
  const known = overview.clusters[cluster];
  return (
    <span class="tag" title={known && clusterLine(known)}>
      {known && <span class="swatch" style={{ background: known.color }} />}
      {known ? (
        <ClusterLabel cluster={cluster} label={short ? (known.label.split(",")[0] as string) : known.label} />
      ) : (
        plain
      )}
    </span>
  );
}
