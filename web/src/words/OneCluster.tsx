import { useShared } from "../data/hooks";
import type { Cluster, Words } from "../data/types";
import { saveCsv } from "../files/csv";
import { chartExports } from "../parts/Chart";
import { Figure } from "../parts/Figure";
import { texts } from "../texts";
import { countsOption, keynessOption } from "./bars";
import { mostKey, mostRelevant, type Use } from "./tops";
import { Counts, Signed } from "./Uses";

const RELEVANT = 30;
const KEY = 15;
const SAID = 4;

interface Props {
  words: Words;
  cluster: Cluster;
  lambda: number;
}

/** One cluster: its most relevant words, and the words it overuses and underuses. */
export function OneCluster({ words, cluster, lambda }: Props) {
  return (
    <div class="two">
      <Relevant words={words} cluster={cluster} lambda={lambda} />
      <Key words={words} cluster={cluster} />
    </div>
  );
}

const said = (uses: Use[]) =>
  uses
    .slice(0, SAID)
    .map(({ word }) => word)
    .join(", ");

function Relevant({ words, cluster, lambda }: Props) {
  const { run } = useShared();
  const t = texts.words;
  const uses = mostRelevant(words, cluster.cluster, lambda, RELEVANT);
  const name = `${run} cluster ${cluster.cluster} words`;
  const table = uses.map(({ word, count, total, score }) => [word, count, total, score]);
  const option = countsOption(uses, cluster.color, { inside: t.inCluster, all: t.inAll });
  return (
    <Figure
      title={t.relevant(cluster.name, said(uses))}
      question={t.relevantQuestion}
      note={t.relevantNote(lambda)}
      testid="relevant"
      exports={[
        { label: "CSV", run: () => saveCsv(name, ["word", "count", "total", "relevance"], table) },
        ...chartExports(name, option, 720, 60 + 20 * uses.length),
      ]}
    >
      <Counts uses={uses} color={cluster.color} />
    </Figure>
  );
}

function Key({ words, cluster }: Omit<Props, "lambda">) {
  const { run } = useShared();
  const t = texts.words;
  const uses = mostKey(words, cluster.cluster, KEY);
  const over = uses.filter(({ score }) => score > 0);
  const under = uses.filter(({ score }) => score < 0).reverse();
  const name = `${run} cluster ${cluster.cluster} keyness`;
  const scores = uses.map(({ score }) => score);
  const named = uses.map(({ word }) => word);
  const table = uses.map(({ word, score, count, total }) => [word, score, count, total]);
  return (
    <Figure
      title={over.length ? t.key(said(over), said(under)) : t.keyNone}
      question={t.keyQuestion}
      note={t.keyNote}
      testid="keyness"
      exports={[
        { label: "CSV", run: () => saveCsv(name, ["word", "keyness", "count", "total"], table) },
        ...chartExports(name, keynessOption(named, scores, cluster.color), 720, 40 + 20 * uses.length),
      ]}
    >
      <Signed uses={uses} color={cluster.color} />
    </Figure>
  );
}
