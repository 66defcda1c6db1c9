import type { Options } from "../data/source";

/** Options of the map: documents are placed by their words alone, or by their clusters as well. */
export const projectionOf = (plain: string | undefined): Options | undefined =>
  plain ? { plain: true } : undefined;
