import { useShared } from "../data/hooks";
import { clusterLine } from "../data/labels";
import type { Cluster, Words } from "../data/types";
import { saveCsv } from "../files/csv";
import { chartExports } from "../parts/Chart";
import { ClusterLabel } from "../parts/ClusterLabel";
import { Figure } from "../parts/Figure";
import { texts } from "../texts";
import { multiplesHeight, multiplesOption } from "./bars";
import { mostRelevant } from "./tops";
import { Counts } from "./Uses";

const EACH = 10;

interface Props {
  words: Words;
  clusters: Cluster[];
  lambda: number;
}

/** The first words of each cluster, side by side. */
export function Multiples({ words, clusters, lambda }: Props) {
  const { run, open } = useShared();
  const t = texts.words;
  const all = clusters.map((cluster) => ({
    cluster,
    uses: mostRelevant(words, cluster.cluster, lambda, EACH),
  }));
  const save = () =>
    saveCsv(
      `${run} words of clusters`,
      ["cluster", "name", "rank", "word", "count", "total", "relevance"],
      all.flatMap(({ cluster, uses }) =>
        uses.map(({ word, count, total, score }, i) => [
          cluster.cluster,
          cluster.label,
          i + 1,
          word,
          count,
          total,
          score,
        ]),
      ),
    );
  const option = multiplesOption(
    all.map(({ cluster, uses }) => ({ label: clusterLine(cluster), color: cluster.color, uses })),
  );
  const height = multiplesHeight(all.length, EACH);
  return (
    <Figure
      title={t.title(clusters.length)}
      question={t.question}
      note={t.relevantNote(lambda)}
      testid="multiples"
      exports={[{ label: "CSV", run: save }, ...chartExports(`${run} words`, option, 1280, height)]}
    >
      <div class="words-multiples">
        {all.map(({ cluster, uses }) => (
          <section key={cluster.cluster} class="words-multiple" aria-label={cluster.label}>
            <h3>
              <button
                type="button"
                class="words-multiple-name"
                data-testid={`multiple-${cluster.cluster}`}
                onClick={() => open("words", { k: cluster.cluster })}
              >
                <span class="swatch" style={{ background: cluster.color }} />
                <ClusterLabel {...cluster} />
              </button>
            </h3>
            <Counts uses={uses} color={cluster.color} />
          </section>
        ))}
      </div>
    </Figure>
  );
}
