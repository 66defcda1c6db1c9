import type { Source } from "../data/source";
import type { Documents, Found } from "../data/types";
import { opened } from "./query";

/** More than a server answers with at once. */
const MOST = 100_000;

/** All documents that match a query. Without an exact match, the last word counts as a prefix. */
export async function findAll(
  source: Source,
  run: string,
  documents: Documents,
  query: string,
): Promise<Found> {
  const limit = Math.min(Math.max(documents.ids.length, 1), MOST);
  const found = await source.search(run, query, limit);
  const longer = opened(query);
  return found.total || longer === null ? found : source.search(run, longer, limit);
}
