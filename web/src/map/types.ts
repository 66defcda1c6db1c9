import type { Point } from "../data/lasso";
import type { Options } from "../data/source";
import type { Numbers } from "../data/types";

/** What is asked of the map, by the address: documents are placed by their words alone, or by clusters as well. */
export const projectionOf = (plain: string | undefined): Options | undefined =>
  plain ? { plain: true } : undefined;

/** What pictures/prepare/map.py makes. */
export interface MapNumbers extends Numbers {
  /** Documents that are drawn, by their rows. */
  rows: number[];
  ids: string[];
  clusters: number[];
  points: Point[];
  centres: (Point | [null, null])[];
  names: string[];
  /** Telling words of the clusters, each where it is used. */
  words: string[];
  word_clusters: number[];
  word_points: Point[];
}
