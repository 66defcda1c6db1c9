import type { Labeled } from "../data/labels";
import "../style/lists.css";

/** The name or first words of a cluster and, small, its number. */
export function ClusterLabel({ cluster, label }: Labeled) {
  return (
    <span class="cluster">
      <span class="cluster-label">{label}</span> <small class="cluster-number">{cluster}</small>
    </span>
  );
}
