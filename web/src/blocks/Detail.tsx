import { useShared } from "../data/hooks";
import type { Cluster } from "../data/types";
import { useWords } from "../data/useWords";
import { ClusterLabel } from "../parts/ClusterLabel";
import { texts } from "../texts";
import { type Block, blockOf, isOn, strongest, wordsOf } from "./selection";
import { Typical } from "./Typical";
import { WordBars } from "./WordBars";

const SHOWN = 12;

/** Details of the selection, or the strongest blocks if nothing is selected. */
export function Detail({ chosen }: { chosen: number | null }) {
  const { overview, filter } = useShared();
  const on = overview.clusters.filter(({ cluster }) => isOn(filter, overview, cluster));
  const [one] = on;
  return (
    <aside class="blocks-detail" data-testid="block-detail" aria-live="polite">
      {!one ? (
        <Strongest />
      ) : on.length > 1 ? (
        <Several clusters={on} chosen={chosen} />
      ) : (
        <One cluster={one} chosen={chosen} />
      )}
    </aside>
  );
}

function Strongest() {
  const { overview, open } = useShared();
  const words = texts.blocks.detail;
  const found = strongest(overview.blocks, 6);
  return (
    <>
      <h3>{words.strongest}</h3>
      <p class="note">{found.length ? words.strongestNote : words.none}</p>
      <ul class="plain-list">
        {found.map((block) => (
          <li key={`${block.row}-${block.column}`}>
            <button
              type="button"
              class="block-link"
              onClick={() => open("blocks", { c: block.row, level: null, w: block.column })}
            >
              <Pair block={block} />
              <span class="soft">{words.strong(block.share, block.lift)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Pair({ block }: { block: Block }) {
  const { overview } = useShared();
  const row = overview.clusters[block.row];
  const column = overview.word_clusters[block.column];
  return (
    <span class="pair">
      <span class="swatch" style={{ background: row?.color }} />
      {row && <ClusterLabel {...row} />}
      <span class="soft"> × {column && <ClusterLabel {...column} />}</span>
    </span>
  );
}

function One({ cluster, chosen }: { cluster: Cluster; chosen: number | null }) {
  const { overview, open } = useShared();
  const words = useWords(chosen !== null).value;
  const k = cluster.cluster;
  const block = chosen === null ? null : blockOf(overview.blocks, k, chosen);
  const text = texts.blocks.detail;
  const wordLabel = (j: number) => overview.word_clusters[j]?.label ?? "";
  const listed = block && words ? wordsOf(words, k, block.column, SHOWN) : [];
  return (
    <>
      <h3>{block ? text.block : text.cluster}</h3>
      {block ? <Pair block={block} /> : <ClusterName cluster={cluster} />}
      <p>
        {block
          ? text.says(wordLabel(block.column), cluster.label, block.share, block.lift)
          : text.size(cluster.size, cluster.share)}
      </p>
      {cluster.note && <p class="note">{cluster.note}</p>}
      <h4>{text.words}</h4>
      {block && words && !listed.length && <p class="note">{text.noWords}</p>}
      {block ? <WordBars words={listed} color={cluster.color} /> : <WordList words={cluster.words} />}
      <h4>{text.typical}</h4>
      <Typical rows={cluster.typical.slice(0, 3)} />
      <button
        type="button"
        class="small"
        onClick={() => open("documents", { c: k, level: null })}
        data-testid="block-read"
      >
        {text.read}
      </button>
    </>
  );
}

function Several({ clusters, chosen }: { clusters: Cluster[]; chosen: number | null }) {
  const { overview, open } = useShared();
  const text = texts.blocks.detail;
  return (
    <>
      <h3>{text.clusters(clusters.length)}</h3>
      {chosen !== null && <p class="note">{text.users(overview.word_clusters[chosen]?.label ?? "")}</p>}
      <ul class="plain-list">
        {clusters.map((cluster) => (
          <li key={cluster.cluster}>
            <button
              type="button"
              class="block-link"
              onClick={() => open("blocks", { c: cluster.cluster, level: null })}
            >
              <ClusterName cluster={cluster} />
              <span class="soft">{text.size(cluster.size, cluster.share)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function ClusterName({ cluster }: { cluster: Cluster }) {
  return (
    <span class="pair">
      <span class="swatch" style={{ background: cluster.color }} />
      <ClusterLabel {...cluster} />
    </span>
  );
}

function WordList({ words }: { words: string[] }) {
  const { open } = useShared();
  return (
    <p class="word-list">
      {words.map((word) => (
        <button key={word} type="button" class="chip small" onClick={() => open("words", { word })}>
          {word}
        </button>
      ))}
    </p>
  );
}
