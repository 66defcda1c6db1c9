import type { Point } from "../data/lasso";
import type { Numbers } from "../data/types";

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
