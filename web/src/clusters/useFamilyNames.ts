import { useLoaded, useShared } from "../data/hooks";
import type { TreeNumbers } from "../data/types";
import { numbering } from "./order";

/** What a coarser cluster is called, by the numbers of those it lies in; "" until that is known. */
export function useFamilyNames(): (within: number[]) => string {
  const { source, run, overview } = useShared();
  const { value } = useLoaded(
    async () => (overview.parents.length ? source.picture<TreeNumbers>(run, "tree") : null),
    [run, numbering(overview)],
  );
  return (within) => {
    if (!value) return "";
    const place = value.clusters.findIndex(
      (cluster, i) => value.levels[i] === within.length - 1 && cluster === within.at(-1),
    );
    return (value.names[place] ?? "").replace(/^\d+ {2}/, "");
  };
}
