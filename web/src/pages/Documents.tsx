import { useMemo } from "preact/hooks";
import { batched } from "../data/batch";
import { useShared } from "../data/hooks";
import type { Documents as Columns } from "../data/types";
import { EmptyPane } from "../documents/EmptyPane";
import { Facets } from "../documents/Facets";
import { Kwic } from "../documents/Kwic";
import { List } from "../documents/List";
import { ReadingPane } from "../documents/ReadingPane";
import { ResultsHeader } from "../documents/ResultsHeader";
import { type Listed, useListed } from "../documents/useListed";
import { Empty } from "../parts/Figure";
import { texts } from "../texts";
import "../style/documents.css";

/** Search, narrow down, read. */
export function Documents() {
  const { documents } = useShared();
  const listed = useListed();
  if (!documents || !listed.list) return <Empty>{texts.loading}</Empty>;
  return <Reader documents={documents} listed={{ ...listed, list: listed.list }} />;
}

interface Props {
  documents: Columns;
  listed: Listed & { list: Int32Array };
}

function Reader({ documents, listed }: Props) {
  const { source, run, route, open } = useShared();
  const reader = useMemo(() => batched((rows) => source.texts(run, rows)), [source, run]);
  const row = rowOf(route.params.row, documents.ids.length);
  const alone = row !== null || route.params.view === "kwic";
  return (
    <div class="docs" data-alone={alone || undefined}>
      <ResultsHeader documents={documents} listed={listed} />
      <details class="facets-box" open={matchMedia("(min-width: 901px)").matches}>
        <summary>{texts.documents.facets.heading}</summary>
        <Facets documents={documents} found={listed.found} />
      </details>
      <List documents={documents} listed={listed} row={row} reader={reader} />
      <div class="docs-pane">
        {row === null && route.params.view === "kwic" && (
          <button type="button" class="small only-narrow" onClick={() => open("documents", { view: null })}>
            ← {texts.documents.back}
          </button>
        )}
        {row !== null ? (
          <ReadingPane row={row} documents={documents} listed={listed} />
        ) : listed.found ? (
          <Kwic documents={documents} rows={listed.list} terms={listed.terms} name={listed.query} />
        ) : (
          <EmptyPane documents={documents} />
        )}
      </div>
    </div>
  );
}

/** The row in the address, if such a document exists. */
function rowOf(text: string | undefined, n: number): number | null {
  const row = Number(text ?? Number.NaN);
  return Number.isInteger(row) && row >= 0 && row < n ? row : null;
}
