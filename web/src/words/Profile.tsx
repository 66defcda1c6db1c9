import { useEffect, useRef } from "preact/hooks";
import { useLoaded, useShared } from "../data/hooks";
import { lineIn } from "../data/labels";
import type { WordProfile, Words } from "../data/types";
import { saveCsv } from "../files/csv";
import { chartExports } from "../parts/Chart";
import { ClusterLabel } from "../parts/ClusterLabel";
import { Empty, Figure } from "../parts/Figure";
import { Tag } from "../parts/Tag";
import { count, texts } from "../texts";
import { keynessOption, signed } from "./bars";
import { ratesOf } from "./profile";
import { SignedBar, WordButton } from "./Uses";
import { WordContext } from "./WordContext";

/** The profile of a word: the clusters that use it, similar words, and its occurrences. */
export function Profile({ word, words }: { word: string; words: Words }) {
  const { source, run, open } = useShared();
  const { value, error } = useLoaded(() => source.word(run, word), [source, run, word]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "start" }), [value]);
  const close = (
    <button
      type="button"
      class="small"
      data-testid="close-word"
      onClick={() => open("words", { word: null })}
    >
      {texts.words.one.close}
    </button>
  );
  if (error)
    return (
      <Empty>
        <p>{error}</p>
        <p>{texts.words.one.missing}</p>
        {close}
      </Empty>
    );
  if (!value) return <Empty>{texts.loading}</Empty>;
  return (
    <div ref={box} class="profile two" data-testid="profile">
      <Clusters profile={value} words={words} close={close} />
      <WordContext word={value.word} />
    </div>
  );
}

interface Props {
  profile: WordProfile;
  words: Words;
  close: preact.JSX.Element;
}

function Clusters({ profile, words, close }: Props) {
  const { run, overview, hidden, open } = useShared();
  const t = texts.words.one;
  const { word, documents } = profile;
  const total = words.total[words.words.indexOf(word)] ?? profile.counts.reduce((a, b) => a + b, 0);
  const rates = ratesOf(profile, words).filter(({ cluster }) => !hidden.has(cluster));
  const most = Math.max(0, ...rates.map(({ keyness }) => Math.abs(keyness)));
  const name = `${run} ${word}`;
  const labels = rates.map(({ cluster }) => overview.clusters[cluster]?.label ?? "");
  const option = keynessOption(
    rates.map(({ cluster }) => lineIn(overview.clusters, cluster)),
    rates.map(({ keyness }) => keyness),
    "#005a8f",
  );
  const table = rates.map(({ cluster, count, rate, keyness }, i) => [
    cluster,
    labels[i],
    count,
    rate,
    keyness,
  ]);
  return (
    <Figure
      title={documents ? t.title(word, total, documents) : t.titleShort(word, total)}
      question={t.question}
      note={rates.length ? t.note : t.noCounts}
      exports={
        rates.length
          ? [
              {
                label: "CSV",
                run: () => saveCsv(name, ["cluster", "name", "count", "per 10,000", "keyness"], table),
              },
              ...chartExports(name, option, 720, 60 + 24 * rates.length),
            ]
          : []
      }
      controls={
        <>
          <button
            type="button"
            class="small"
            data-testid="word-documents"
            onClick={() => open("documents", { q: `"${word}"` })}
          >
            {t.documents}
          </button>
          {close}
        </>
      }
    >
      <Facts profile={profile} words={words} first={rates[0]} />
      {rates.length > 0 && (
        <table class="profile-table">
          <colgroup>
            <col class="profile-name" />
            <col class="profile-count" />
            <col class="profile-rate wide-only" />
            <col />
            <col class="profile-score" />
          </colgroup>
          <thead>
            <tr>
              <th>{t.columns.cluster}</th>
              <th class="number">{t.columns.count}</th>
              <th class="number wide-only">{t.columns.rate}</th>
              <th colSpan={2}>{t.columns.keyness}</th>
            </tr>
          </thead>
          <tbody>
            {rates.map(({ cluster, count: n, rate, keyness }) => (
              <tr key={cluster}>
                <td class="profile-cluster">
                  <button type="button" class="word-link" onClick={() => open("words", { k: cluster })}>
                    <Tag cluster={cluster} />
                  </button>
                </td>
                <td class="number">{count(n)}</td>
                <td class="number wide-only">{rate.toFixed(1)}</td>
                <td class="profile-bar">
                  <SignedBar
                    score={keyness}
                    most={most}
                    color={overview.clusters[cluster]?.color ?? "currentColor"}
                  />
                </td>
                <td class="number soft">{signed(keyness)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Figure>
  );
}

function Facts({
  profile,
  words,
  first,
}: Omit<Props, "close"> & { first: { cluster: number; keyness: number } | undefined }) {
  const { overview } = useShared();
  const t = texts.words.one;
  const own = overview.word_clusters[profile.cluster];
  const several = words.polysemous.find(({ word }) => word === profile.word)?.clusters.length;
  return (
    <div class="word-facts">
      {first && (
        <p>
          {first.keyness > 0 ? t.most(overview.clusters[first.cluster]?.label ?? "") : t.nowhere}
          {several ? ` ${t.polysemous(several)}` : ""}
        </p>
      )}
      {own && (
        <p>
          <span class="soft">{t.inWordCluster}</span>{" "}
          <span class="tag">
            <span class="swatch" style={{ background: own.color }} />
            <ClusterLabel {...own} />
          </span>
        </p>
      )}
      {profile.similar.length > 0 && (
        <p class="word-chips" data-testid="similar-words">
          <span class="soft">{t.similar}</span>
          {profile.similar.map(({ word }) => (
            <WordButton key={word} word={word} />
          ))}
        </p>
      )}
    </div>
  );
}
