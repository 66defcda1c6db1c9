import { useRef } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { Documents } from "../data/types";
import { texts } from "../texts";
import { Metadata } from "./Metadata";
import { Reading } from "./Reading";
import { Similar } from "./Similar";
import type { Listed } from "./useListed";
import "../style/reading.css";

interface Props {
  row: number;
  documents: Documents;
  listed: Listed & { list: Int32Array };
}

/** One document to read: its text, its metadata and similar documents. */
export function ReadingPane({ row, documents, listed }: Props) {
  const { open } = useShared();
  const { list, terms } = listed;
  const box = useRef<HTMLElement>(null);
  const place = list.indexOf(row);
  const go = (at: number) => open("documents", { row: list[at] as number }, true);
  return (
    <article class="pane card" ref={box} data-testid="pane" aria-label={documents.ids[row]}>
      <header class="pane-head">
        <button
          type="button"
          class="small back"
          data-testid="back"
          onClick={() => open("documents", { row: null, view: null })}
        >
          ← {texts.documents.close}
        </button>
        <span class="soft note">
          {place < 0 ? texts.documents.outside : texts.documents.place(place + 1, list.length)}
        </span>
        <span class="pane-steps">
          <button
            type="button"
            class="small"
            disabled={place < 1}
            data-testid="previous"
            onClick={() => go(place - 1)}
          >
            {texts.documents.previous}
          </button>
          <button
            type="button"
            class="small"
            disabled={place < 0 || place + 1 >= list.length}
            data-testid="next"
            onClick={() => go(place + 1)}
          >
            {texts.documents.next}
          </button>
        </span>
      </header>
      <div class="pane-body" key={row}>
        <Metadata row={row} documents={documents} />
        <Reading row={row} documents={documents} terms={terms} />
        <Similar row={row} documents={documents} />
      </div>
    </article>
  );
}
