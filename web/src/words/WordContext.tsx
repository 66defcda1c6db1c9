import { useMemo } from "preact/hooks";
import { useLoaded, useShared } from "../data/hooks";
import { Kwic } from "../documents/Kwic";
import { listed } from "../documents/listing";
import { findAll } from "../search/findAll";
import { parseQuery } from "../search/query";
import { texts } from "../texts";

/** The occurrences of a word in the documents that match the filter. */
export function WordContext({ word }: { word: string }) {
  const { source, run, documents, rows } = useShared();
  const query = `"${word}"`;
  const { value, error } = useLoaded(
    async () => (documents ? findAll(source, run, documents, query) : null),
    [source, run, query, documents],
  );
  const terms = useMemo(() => parseQuery(query), [query]);
  const list = useMemo(
    () => (documents && rows && value ? listed(documents, rows, value, "relevance") : null),
    [documents, rows, value],
  );
  if (error) return <p class="card warn">{error}</p>;
  if (!documents || !list) return <p class="card soft">{texts.loading}</p>;
  return <Kwic documents={documents} rows={list} terms={terms} name={query} />;
}
