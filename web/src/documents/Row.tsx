import { useEffect, useState } from "preact/hooks";
import type { Batch } from "../data/batch";
import type { Documents } from "../data/types";
import { Name } from "../parts/Name";
import { Tag } from "../parts/Tag";
import { composed, fold } from "../search/fold";
import { marksOf, type Term } from "../search/query";
import { texts } from "../texts";
import { ConfidenceBar } from "./ConfidenceBar";
import { snippet } from "./listing";
import { Marked } from "./Marked";

interface Props {
  row: number;
  place: number;
  of: number;
  documents: Documents;
  terms: Term[];
  reader: Batch<string | null>;
  chosen: boolean;
  active: boolean;
  onOpen: () => void;
}

export const rowId = (row: number) => `row-${row}`;

/** A document in the list: its name, its cluster, and its first words or the first hit. */
export function Row({ row, place, of, documents, terms, reader, chosen, active, onOpen }: Props) {
  const excerpt = documents.excerpts?.[row] ?? "";
  const text = useSnippet(row, excerpt, terms, reader);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the list
    // biome-ignore lint/a11y/useFocusableInteractive: the list holds the focus and names the active row
    <div
      id={rowId(row)}
      class="doc-row"
      role="option"
      aria-selected={chosen}
      aria-posinset={place + 1}
      aria-setsize={of}
      data-active={active || undefined}
      data-testid="doc-row"
      onClick={onOpen}
    >
      <span class="doc-line">
        <strong class="doc-id">
          <Name documents={documents} row={row} />
        </strong>
        <ConfidenceBar value={documents.confidence[row] ?? null} />
      </span>
      <Tag cluster={documents.cluster[row] as number} plain={texts.documents.facets.noCluster} />
      <span class="doc-excerpt">
        <Marked text={text} terms={terms} />
      </span>
    </div>
  );
}

/** How a document begins or, for a search, the place of the first hit in its text. */
function useSnippet(row: number, excerpt: string, terms: Term[], reader: Batch<string | null>): string {
  const [shown, setShown] = useState(() => snippet(excerpt, undefined));
  useEffect(() => {
    let current = true;
    setShown(snippet(excerpt, undefined));
    if (terms.length)
      reader.get(row).then(
        (text) => {
          if (!current || text === null) return;
          const whole = composed(text);
          setShown(snippet(whole, marksOf(fold(whole), terms)[0]?.[0]));
        },
        () => {}, // the beginning stays
      );
    return () => {
      current = false;
    };
  }, [row, excerpt, terms, reader]);
  return shown;
}
