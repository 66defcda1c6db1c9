import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { passing } from "../filter/filter";

/**
 * Documents that pass the filter but for some facets: what a chart chooses by, it shows as a whole and marks what
 * is chosen.
 */
export function useOthers(...facets: string[]): Int32Array | null {
  const { documents, overview, filter } = useShared();
  return useMemo(
    () => (documents ? passing(documents, overview, filter, facets) : null),
    [documents, overview, filter, facets.join()],
  );
}

/** Whether the filter lets a cluster through. */
export function useChosen(): (cluster: number) => boolean {
  const { overview, filter } = useShared();
  return (k) => {
    const own = filter.level === null ? k : (overview.parents[filter.level]?.[k] ?? k);
    return !filter.clusters.length || filter.clusters.includes(own);
  };
}
