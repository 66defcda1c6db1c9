import type { Options } from "../data/source";

/** What is asked of the map, by the address: documents are placed by their words alone, or by clusters as well. */
export const projectionOf = (plain: string | undefined): Options | undefined =>
  plain ? { plain: true } : undefined;
