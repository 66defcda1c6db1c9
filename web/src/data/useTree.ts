import { useMemo } from "preact/hooks";
import { useShared } from "./hooks";
import type { Labeled } from "./labels";
import type { TreeNumbers } from "./types";
import { usePicture } from "./usePicture";

/** A cluster of a coarser level. */
export interface Coarse extends Labeled {
  size: number;
}

/** The clusters of each level by their numbers, the coarsest level first. */
export type Tree = Map<number, Coarse>[];

/** Empty until it has arrived, and if nothing is nested. */
export function useTree(): Tree {
  const { overview } = useShared();
  const numbers = usePicture("tree", overview.parents.length > 0).value;
  return useMemo(() => (numbers ? treeOf(numbers) : []), [numbers]);
}

const NONE: Map<number, Coarse> = new Map();

/** The clusters of one level; none for the finest, which is null. */
export function useLevel(level: number | null): Map<number, Coarse> {
  return useTree()[level ?? -1] ?? NONE;
}

export function treeOf({ levels, clusters, names, documents }: TreeNumbers): Tree {
  const tree: Tree = [];
  levels.forEach((level, i) => {
    const cluster = clusters[i] as number;
    const label = (names[i] ?? "").replace(/^\d+ {2}/, "");
    tree[level] ??= new Map();
    tree[level].set(cluster, { cluster, label, size: documents[i] ?? 0 });
  });
  return tree;
}
