import { useMemo } from "preact/hooks";
import { useLoaded, useShared } from "./hooks";
import type { TreeNumbers } from "./types";

export interface Coarse {
  label: string;
  size: number;
}

/** What the clusters of a coarser level are called and hold; empty without one, and until it is known. */
export function useLevel(level: number | null): Map<number, Coarse> {
  const { source, run } = useShared();
  const tree = useLoaded(
    async () => (level === null ? null : source.picture<TreeNumbers>(run, "tree")),
    [run, level === null],
  ).value;
  return useMemo(() => {
    const found = new Map<number, Coarse>();
    tree?.levels.forEach((of, i) => {
      if (of === level)
        found.set(tree.clusters[i] as number, { label: tree.names[i] ?? "", size: tree.documents[i] ?? 0 });
    });
    return found;
  }, [tree, level]);
}
