import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { clusterLine } from "../data/labels";
import type { Words } from "../data/types";
import { saveCsv } from "../files/csv";
import { ClusterLabel } from "../parts/ClusterLabel";
import { Figure } from "../parts/Figure";
import { useWindow } from "../parts/window";
import { count, texts } from "../texts";
import { COLUMNS, type Column, chosen, sortedBy } from "./table";
import { WordButton } from "./Uses";

const HEIGHT = 34;

/** The table of all words, with a search field and sortable columns. */
export function AllWords({ words }: { words: Words }) {
  const { run, overview, route, open } = useShared();
  const t = texts.words.table;
  const { find = "", m, order } = route.params;
  const cluster = m === undefined ? null : Number(m);
  const [column, reverse] = orderOf(order);
  const places = useMemo(
    () => sortedBy(words, chosen(words, find, cluster), column, reverse),
    [words, find, cluster, column, reverse],
  );
  const save = () =>
    saveCsv(
      `${run} words`,
      [...COLUMNS],
      places.map((j) => [
        words.words[j],
        words.total[j],
        words.cluster[j],
        words.weight[j],
        words.keyness[j],
      ]),
    );
  return (
    <Figure
      title={t.title(places.length, words.words.length)}
      question={t.question}
      note={words.words.length < words.of ? `${t.note} ${t.part(words.words.length, words.of)}` : t.note}
      testid="all-words"
      exports={[{ label: "CSV", run: save }]}
      controls={
        <>
          <input
            type="search"
            aria-label={t.filter}
            placeholder={t.filter}
            value={find}
            data-testid="find-word"
            onInput={(event) => open("words", { find: event.currentTarget.value || null }, true)}
          />
          <label>
            {t.wordCluster}
            <select
              class="small"
              value={m ?? ""}
              data-testid="word-cluster"
              onChange={(event) => open("words", { m: event.currentTarget.value || null }, true)}
            >
              <option value="">{t.every}</option>
              {overview.word_clusters.map((one) => (
                <option key={one.cluster} value={one.cluster}>
                  {clusterLine(one)}
                </option>
              ))}
            </select>
          </label>
        </>
      }
    >
      {places.length ? (
        <Table words={words} places={places} column={column} reverse={reverse} />
      ) : (
        <p class="empty">{t.none}</p>
      )}
    </Figure>
  );
}

interface TableProps {
  words: Words;
  places: number[];
  column: Column;
  reverse: boolean;
}

/** Only visible rows are in the page; two empty ones take the space of those above and below. */
function Table({ words, places, column, reverse }: TableProps) {
  const { box, onScroll, first, last } = useWindow(places.length, HEIGHT);
  const rest = (rows: number) => <tr style={{ height: `${rows * HEIGHT}px` }} />;
  return (
    <section
      ref={box}
      class="words-table"
      aria-label={texts.words.table.question}
      onScroll={onScroll}
      data-testid="words-list"
    >
      <table aria-rowcount={places.length + 1}>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <Head key={name} name={name} column={column} reverse={reverse} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rest(first)}
          {places.slice(first, last).map((j, i) => (
            <Row key={j} words={words} j={j} at={first + i} />
          ))}
          {rest(places.length - last)}
        </tbody>
      </table>
    </section>
  );
}

function orderOf(order: string | undefined): [Column, boolean] {
  const reverse = order?.startsWith("-") ?? false;
  return [COLUMNS.find((name) => name === order?.replace("-", "")) ?? "total", reverse];
}

function Head({ name, column, reverse }: { name: Column; column: Column; reverse: boolean }) {
  const { open } = useShared();
  const own = name === column;
  const up = name === "word" || name === "cluster" ? !reverse : reverse;
  return (
    <th
      class={name === "word" || name === "cluster" ? undefined : "number"}
      aria-sort={own ? (up ? "ascending" : "descending") : "none"}
    >
      <button
        type="button"
        class="word-link"
        data-testid={`order-${name}`}
        onClick={() => open("words", { order: own && !reverse ? `-${name}` : name }, true)}
      >
        {texts.words.table.columns[name]} {own && <span aria-hidden="true">{up ? "▲" : "▼"}</span>}
      </button>
    </th>
  );
}

function Row({ words, j, at }: { words: Words; j: number; at: number }) {
  const { overview } = useShared();
  const own = overview.word_clusters[words.cluster[j] as number];
  return (
    <tr aria-rowindex={at + 2}>
      <td>
        <WordButton word={words.words[j] as string} />
      </td>
      <td class="number">{count(words.total[j] as number)}</td>
      <td>
        <span class="tag" title={own && clusterLine(own)}>
          {own && <span class="swatch" style={{ background: own.color }} />}
          {own && <ClusterLabel {...own} />}
        </span>
      </td>
      <td class="number">{words.weight[j]?.toFixed(3)}</td>
      <td class="number">{words.keyness[j]?.toFixed(1)}</td>
    </tr>
  );
}
