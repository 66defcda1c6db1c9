import { useShared } from "../data/hooks";
import type { Words } from "../data/types";
import { saveCsv } from "../files/csv";
import { Figure } from "../parts/Figure";
import { Tag } from "../parts/Tag";
import { texts } from "../texts";
import { WordButton } from "./Uses";

/** Words that several clusters have among their first. */
export function Polysemous({ words }: { words: Words }) {
  const { run, open } = useShared();
  const t = texts.words.polysemous;
  const found = words.polysemous;
  const save = () =>
    saveCsv(
      `${run} words of several clusters`,
      ["word", "clusters"],
      found.map(({ word, clusters }) => [word, clusters]),
    );
  return (
    <Figure
      title={t.title(found.length)}
      question={t.question}
      testid="polysemous"
      exports={found.length ? [{ label: "CSV", run: save }] : []}
    >
      {found.length > 0 && (
        <ul class="polysemous">
          {found.map(({ word, clusters }) => (
            <li key={word}>
              <WordButton word={word} />
              <span class="polysemous-clusters">
                {clusters.map((k) => (
                  <button
                    key={k}
                    type="button"
                    class="chip small"
                    onClick={() => open("words", { k, word: null })}
                  >
                    <Tag cluster={k} short />
                  </button>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Figure>
  );
}
