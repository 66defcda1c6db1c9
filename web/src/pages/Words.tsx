import { useShared } from "../data/hooks";
import { useWords } from "../data/useWords";
import { Empty } from "../parts/Figure";
import { texts } from "../texts";
import { AllWords } from "../words/AllWords";
import { Controls } from "../words/Controls";
import { Multiples } from "../words/Multiples";
import { OneCluster } from "../words/OneCluster";
import { Polysemous } from "../words/Polysemous";
import { Profile } from "../words/Profile";
import "../style/words.css";

const LAMBDA = 0.6;

/** The words of each cluster and the use of each word. */
export function Words() {
  const { overview, shown, filter, route } = useShared();
  const { value: words, error } = useWords();
  if (error) return <Empty>{error}</Empty>;
  if (!words) return <Empty>{texts.loading}</Empty>;
  const { k, word } = route.params;
  const wanted = filter.level === null ? filter.clusters : [];
  const chosen = k === undefined ? (wanted.length === 1 ? wanted[0] : undefined) : Number(k);
  const cluster = chosen === undefined ? undefined : overview.clusters[chosen];
  const lambda = within(Number(route.params.lambda ?? LAMBDA));
  const several = shown.filter(({ cluster: own }) => !wanted.length || wanted.includes(own));
  const narrowed = filter.from ?? filter.to ?? filter.sure ?? filter.rows ?? Object.keys(filter.values)[0];
  return (
    <>
      {word && <Profile key={word} word={word} words={words} />}
      <Controls cluster={cluster?.cluster ?? null} lambda={lambda} />
      {narrowed && <p class="note">{texts.words.whole}</p>}
      {cluster ? (
        <OneCluster words={words} cluster={cluster} lambda={lambda} />
      ) : (
        <Multiples words={words} clusters={several} lambda={lambda} />
      )}
      <Polysemous words={words} />
      <AllWords words={words} />
    </>
  );
}

const within = (lambda: number) => (lambda >= 0 && lambda <= 1 ? lambda : LAMBDA);
