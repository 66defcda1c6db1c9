import type { ComponentChildren } from "preact";
import { useShared } from "../data/hooks";
import type { Cluster, Words } from "../data/types";
import { ClusterLabel } from "../parts/ClusterLabel";
import { texts } from "../texts";
import { percent } from "../texts/percent";
import { overAndUnderUsed } from "./overAndUnderUsed";
import { Typical } from "./Typical";

const KEY_WORDS = 6;

interface Props {
  cluster: Cluster;
  /** Its documents that match the filter; null without a filter. */
  passing: number | null;
  words: Words | null;
  /** In place of the name, while it is changed. */
  name: ComponentChildren | null;
  /** Before the name: to choose it for merging. */
  choice: ComponentChildren | null;
  /** The buttons that change it. */
  children: ComponentChildren;
}

/** A cluster at a glance: name, size, confidence, words and typical documents. */
export function Card({ cluster, passing, words, name, choice, children }: Props) {
  const { open } = useShared();
  const k = cluster.cluster;
  return (
    <article class="card cluster-card" data-testid={`cluster-${k}`} aria-labelledby={`cluster-name-${k}`}>
      <header class="cluster-head">
        {choice}
        <span class="swatch large" style={{ background: cluster.color }} aria-hidden="true" />
        {name ?? (
          <h3 id={`cluster-name-${k}`} data-testid={`cluster-name-${k}`}>
            <ClusterLabel {...cluster} /> {cluster.noise && <span class="badge">{texts.clusters.noise}</span>}
          </h3>
        )}
      </header>
      <Size cluster={cluster} passing={passing} />
      <WordLists cluster={cluster} words={words} />
      {cluster.note && (
        <p class="cluster-note" data-testid={`cluster-note-${k}`}>
          <strong>{texts.clusters.note}:</strong> {cluster.note}
        </p>
      )}
      <Typical rows={cluster.typical} />
      <p class="cluster-links">
        <button type="button" class="plain small" onClick={() => open("documents", { c: k, level: null })}>
          {texts.clusters.readDocuments}
        </button>
        <button type="button" class="plain small" onClick={() => open("words", { k })}>
          {texts.clusters.seeWords}
        </button>
      </p>
      {children}
    </article>
  );
}

function Size({ cluster, passing }: { cluster: Cluster; passing: number | null }) {
  const { size, share, confidence, color } = cluster;
  const { confidenceUnknown, part } = texts.clusters;
  const inside = passing === null || !size ? 1 : passing / size;
  return (
    <div class="cluster-size">
      <div class="share" aria-hidden="true">
        <span class="share-all" style={{ width: percentWidth(share) }} />
        <span class="share-part" style={{ width: percentWidth(share * inside), background: color }} />
      </div>
      <p class="soft small-text">
        {texts.clusters.size(size, share)} ·{" "}
        {confidence === null ? confidenceUnknown : texts.clusters.confidence(confidence)}
        {passing !== null && <> · {part(passing, size)}</>}
      </p>
    </div>
  );
}

const percentWidth = (share: number) => percent(share).replace(" ", "");

function WordLists({ cluster, words }: { cluster: Cluster; words: Words | null }) {
  const { over, under } = words
    ? overAndUnderUsed(words, cluster.cluster, KEY_WORDS)
    : { over: [], under: [] };
  const lists = [
    [texts.clusters.words, cluster.words],
    [texts.clusters.over, over],
    [texts.clusters.under, under],
  ] as const;
  return (
    <dl class="cluster-words">
      {lists.map(
        ([label, list]) =>
          list.length > 0 && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{list.join(", ")}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
