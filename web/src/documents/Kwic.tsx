import { useMemo, useState } from "preact/hooks";
import { type Loaded, useLoaded, useShared } from "../data/hooks";
import { documentLine } from "../data/titles";
import type { Documents } from "../data/types";
import { saveCsv } from "../files/csv";
import { Figure } from "../parts/Figure";
import type { Term } from "../search/query";
import { texts } from "../texts";
import { type Line, linesOf, ORDERS, type Order, READ, sorted } from "./kwic";
import "../style/reading.css";

interface Props {
  documents: Documents;
  /** The documents to read, the most telling first; some hundred of them are. */
  rows: Int32Array | number[];
  terms: Term[];
  /** The query, which names the exported file. */
  name: string;
}

const PAGE = 100;
const FIRST = 40;

/** Keyword in context: one match per line, with the word in the middle. */
export function Kwic({ documents, rows, terms, name }: Props) {
  const { overview, open, route } = useShared();
  const t = texts.documents;
  const [shown, setShown] = useState(PAGE);
  const read = useMemo(() => Array.from(rows.slice(0, READ)), [rows]);
  const { value, error } = useLines(read, terms);
  const order = ORDERS.find((other) => other === route.params.by) ?? "right";
  const lines = useMemo(() => value && sorted(value, order), [value, order]);
  if (error) return <p class="warn card">{error}</p>;
  if (!lines) return <p class="soft card">{texts.loading}</p>;
  const notes = rows.length > read.length ? [t.kwicRead(read.length, rows.length)] : [];
  if (!overview.has.texts) notes.push(t.beginnings);
  const inDocuments = new Set(lines.map(({ row }) => row)).size;
  return (
    <Figure
      title={lines.length ? t.kwicTitle(lines.length, inDocuments) : t.kwicNone}
      question={t.kwic}
      note={notes.join(" ")}
      testid="kwic"
      exports={lines.length ? [{ label: "CSV", run: () => save(name, lines, documents) }] : []}
      controls={<OrderSwitch order={order} />}
    >
      <div class="kwic-lines">
        {lines.slice(0, shown).map((line, i) => (
          <button
            key={i}
            type="button"
            class="kwic-line"
            data-testid="kwic-line"
            title={documentLine(documents, line.row)}
            onClick={() => open("documents", { row: line.row, q: name, view: null })}
          >
            <span class="kwic-cluster">
              <span
                class="swatch"
                style={{ background: overview.clusters[documents.cluster[line.row] as number]?.color }}
              />
              {documents.cluster[line.row]}
            </span>
            <span class="kwic-left">
              <span>{line.left}</span>
            </span>
            <mark>{line.keyword}</mark>
            <span class="kwic-right">{line.right}</span>
          </button>
        ))}
      </div>
      {lines.length > shown && (
        <button type="button" class="small" onClick={() => setShown(shown + PAGE)}>
          {t.kwicMore(Math.min(PAGE, lines.length - shown))}
        </button>
      )}
    </Figure>
  );
}

/** Lines from the first texts, then from all: reading some hundred takes a moment. */
function useLines(read: number[], terms: Term[]): Loaded<Line[]> {
  const { source, run } = useShared();
  const load = async (rows: number[]) => linesOf(withTexts(rows, await source.texts(run, rows)), terms);
  const first = useLoaded(() => load(read.slice(0, FIRST)), [source, run, read, terms]);
  const whole = useLoaded(async () => {
    const lines = first.value ? await load(read.slice(FIRST)) : [];
    return { begin: first.value, lines: [...(first.value ?? []), ...lines] };
  }, [first.value]);
  const value = first.value && whole.value?.begin === first.value ? whole.value.lines : first.value;
  return { value, error: first.error ?? whole.error };
}

function OrderSwitch({ order }: { order: Order }) {
  const { route, open } = useShared();
  return (
    <label>
      {texts.documents.kwicOrder}
      <select
        class="small"
        value={order}
        data-testid="kwic-order"
        onChange={(event) => open(route.page, { by: event.currentTarget.value }, true)}
      >
        {ORDERS.map((name) => (
          <option key={name} value={name}>
            {texts.documents.kwicOrders[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

function withTexts(rows: number[], found: (string | null)[]): { row: number; text: string }[] {
  return rows.flatMap((row, i) => (found[i] ? [{ row, text: found[i] }] : []));
}

function save(name: string, lines: Line[], documents: Documents): void {
  const rows = lines.map(({ row, left, keyword, right }) => [
    documents.ids[row],
    documents.cluster[row],
    left,
    keyword,
    right,
  ]);
  saveCsv(`context ${name}`, ["id", "cluster", "left", "keyword", "right"], rows);
}
