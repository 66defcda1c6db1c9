import { useEffect, useMemo, useState } from "preact/hooks";
import { useLoaded, useShared } from "../data/hooks";
import type { Found } from "../data/types";
import { findAll } from "../search/findAll";
import { parseQuery, type Term } from "../search/query";
import { listed, type Sort, sortsOf } from "./listing";

export interface Listed {
  query: string;
  terms: Term[];
  /** The search results before the filter; null without a search or while it runs. */
  found: Found | null;
  searching: boolean;
  error: string | null;
  sort: Sort;
  sorts: Sort[];
  /** Rows as they are listed; null until the documents are there. */
  list: Int32Array | null;
}

/** Milliseconds after which an index that was not whole is asked again. */
const PARTIAL = 1500;

/** The documents that pass the filter and the search, in the order of the address. */
export function useListed(): Listed {
  const { source, run, route, documents, rows } = useShared();
  const query = (route.params.q ?? "").trim();
  const [again, setAgain] = useState(0);
  const terms = useMemo(() => parseQuery(query), [query]);
  const answer = useLoaded(
    async () =>
      documents && terms.length
        ? { query, found: await findAll(source, run, documents, query) }
        : { query, found: null },
    [source, run, query, documents, again],
  );
  useEffect(() => {
    if (!answer.value?.found?.partial) return;
    const timer = setTimeout(() => setAgain(again + 1), PARTIAL);
    return () => clearTimeout(timer);
  }, [answer.value]);
  const searching = terms.length > 0 && answer.value?.query !== query && !answer.error;
  const found = terms.length ? (answer.value?.found ?? null) : null;
  const sorts = useMemo(() => (documents ? sortsOf(documents, terms.length > 0) : []), [documents, terms]);
  const sort = sorts.find((name) => name === route.params.sort) ?? sorts[0] ?? "input";
  const list = useMemo(() => {
    if (!documents || !rows) return null;
    if (terms.length && !found) return new Int32Array(0);
    return listed(documents, rows, found, sort);
  }, [documents, rows, found, sort, terms]);
  return { query, terms, found, searching, error: answer.error, sort, sorts, list };
}
