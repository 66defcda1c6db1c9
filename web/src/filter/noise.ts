import type { BlocksNumbers, Cluster, MapNumbers, Overview, SizesNumbers } from "../data/types";
import type { Filter } from "./filter";

/** Noise clusters that are hidden. A cluster that the filter selects is never hidden. */
export function hiddenOf(overview: Overview, filter: Filter): Set<number> {
  const wanted = filter.level === null ? filter.clusters : [];
  const noise = overview.clusters.filter(({ cluster, noise }) => noise && !wanted.includes(cluster));
  return new Set(filter.noise ? [] : noise.map(({ cluster }) => cluster));
}

/** The clusters that are shown, with their shares of the documents that are. */
export function shownOf(overview: Overview, hidden: Set<number>): Cluster[] {
  return overview.clusters.filter(({ cluster }) => !hidden.has(cluster));
}

/** The run with hidden clusters left out of blocks and shares. All clusters keep their places in the list. */
export function seenOverview(overview: Overview, hidden: Set<number>): Overview {
  if (!hidden.size) return overview;
  const aside = overview.clusters.reduce(
    (sum, { cluster, size }) => sum + (hidden.has(cluster) ? size : 0),
    0,
  );
  const left = Math.max(overview.documents - aside, 1);
  const clusters = overview.clusters.map((one) =>
    hidden.has(one.cluster) ? one : { ...one, share: one.size / left },
  );
  return { ...overview, clusters, blocks: seenBlocks(overview.blocks, hidden) };
}

export function seenBlocks(blocks: BlocksNumbers, hidden: Set<number>): BlocksNumbers {
  const kept = <T>(values: T[]) => values.filter((_, i) => !hidden.has(blocks.row_clusters[i] as number));
  const { row_names, mass, density, lift, residual } = blocks;
  return {
    ...blocks,
    row_clusters: kept(blocks.row_clusters),
    row_names: kept(row_names),
    mass: kept(mass),
    density: kept(density),
    lift: kept(lift),
    residual: kept(residual),
  };
}

/** The picture of sizes without them. */
export function seenSizes(sizes: SizesNumbers, hidden: Set<number>): SizesNumbers {
  const kept = <T>(values: T[]) => values.filter((_, i) => !hidden.has(sizes.clusters[i] as number));
  return {
    ...sizes,
    clusters: kept(sizes.clusters),
    names: kept(sizes.names),
    documents: kept(sizes.documents),
    mass: kept(sizes.mass),
  };
}

/** The map without them: neither their documents nor their words. */
export function seenMap(map: MapNumbers, hidden: Set<number>): MapNumbers {
  if (!hidden.size) return map;
  const here = <V>(values: V[]) => values.filter((_, i) => !hidden.has(map.clusters[i] as number));
  const words = <V>(values: V[]) => values.filter((_, i) => !hidden.has(map.word_clusters[i] as number));
  return {
    ...map,
    rows: here(map.rows),
    ids: here(map.ids),
    clusters: here(map.clusters),
    points: here(map.points),
    words: words(map.words),
    word_clusters: words(map.word_clusters),
    word_points: words(map.word_points),
  };
}
