import { useEffect, useState } from "preact/hooks";
import type { Batch } from "../data/batch";
import { useShared } from "../data/hooks";
import type { Documents } from "../data/types";
import { Empty } from "../parts/Figure";
import { Virtual } from "../parts/Virtual";
import { texts } from "../texts";
import { Row, rowId } from "./Row";
import { stepOf, useKeys } from "./useKeys";
import type { Listed } from "./useListed";

interface Props {
  documents: Documents;
  listed: Listed & { list: Int32Array };
  row: number | null;
  reader: Batch<string | null>;
}

/** Of a row with an excerpt, and of one without. */
const HIGH = 104;
const LOW = 66;

/** The documents, one under the other; as many as there are. */
export function List({ documents, listed, row, reader }: Props) {
  const { source, overview, open } = useShared();
  const { list, terms } = listed;
  const place = row === null ? -1 : list.indexOf(row);
  const [cursor, setCursor] = useState(place);
  useEffect(() => setCursor(place), [place, list]);
  const show = (at: number, replace: boolean) => {
    const next = list[Math.max(at, 0)];
    if (next !== undefined) open("documents", { row: next, view: null }, replace);
  };
  const move = (step: number) => {
    const next = Math.max(0, Math.min(list.length - 1, cursor + step));
    setCursor(next);
    if (row !== null) show(next, true);
  };
  useKeys(move, () => show(cursor, false));
  if (!list.length) {
    const named = terms.length > 0 && !source.server && !overview.has.texts && !documents.excerpts;
    const nothing = named ? texts.documents.noneNamed : texts.documents.none;
    return <Empty>{listed.searching ? texts.documents.searching : nothing}</Empty>;
  }
  const active = list[cursor];
  return (
    <Virtual
      count={list.length}
      height={documents.excerpts ? HIGH : LOW}
      label={texts.documents.list}
      reveal={Math.max(cursor, 0)}
      active={active === undefined ? undefined : rowId(active)}
      testid="doc-list"
      onKeyDown={(event) => {
        const step = stepOf(event.key);
        if (event.key === "Enter") show(cursor, false);
        else if (step) move(step === "end" ? list.length : step === "home" ? -cursor - 1 : step);
        else return;
        event.preventDefault();
      }}
    >
      {(at) => (
        <Row
          row={list[at] as number}
          place={at}
          of={list.length}
          documents={documents}
          terms={terms}
          reader={reader}
          chosen={list[at] === row}
          active={at === cursor}
          onOpen={() => show(at, false)}
        />
      )}
    </Virtual>
  );
}
