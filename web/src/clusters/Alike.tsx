import { useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { Edit } from "../data/types";
import { usePicture } from "../data/usePicture";
import { saveCsv } from "../files/csv";
import { ClusterLabel } from "../parts/ClusterLabel";
import { Figure } from "../parts/Figure";
import { texts } from "../texts";
import { percent } from "../texts/percent";
import { areSiblings } from "./order";

const FIRST = 5;

/** The most similar pairs of clusters, which are candidates for a merge. */
export function Alike({ send, busy }: { send: ((edit: Edit) => void) | null; busy: boolean }) {
  const { overview, open } = useShared();
  const [all, setAll] = useState(false);
  const { value } = usePicture("similarity");
  const pairs = (value?.alike ?? []).filter(([a, b]) => overview.clusters[a] && overview.clusters[b]);
  const first = pairs[0];
  if (!first) return null;
  const text = texts.clusters.alike;
  const label = (k: number) => overview.clusters[k]?.label ?? String(k);
  const rows = pairs.map(([a, b, cosine]) => [a, label(a), b, label(b), cosine]);
  return (
    <Figure
      question={text.question}
      title={text.title(label(first[0]), label(first[1]))}
      note={text.note}
      exports={[
        {
          label: texts.clusters.csv,
          run: () => saveCsv("alike", text.columns, rows),
        },
      ]}
      testid="alike"
    >
      <ol class="alike">
        {pairs.slice(0, all ? pairs.length : FIRST).map(([a, b, cosine]) => (
          <li key={`${a}-${b}`}>
            <span class="alike-names">
              {[a, b].map((k) => (
                <span key={k} class="named">
                  <span class="swatch" style={{ background: overview.clusters[k]?.color }} />{" "}
                  <ClusterLabel cluster={k} label={label(k)} />
                </span>
              ))}
            </span>
            <span class="number">{percent(cosine)}</span>
            <span class="alike-buttons">
              <button
                type="button"
                class="small"
                onClick={() => open("clusters", { c: `${a},${b}`, level: null })}
              >
                {text.show}
              </button>
              {send && areSiblings([a, b], overview.parents) && (
                <button
                  type="button"
                  class="small"
                  disabled={busy}
                  onClick={() => send({ edit: "merge", clusters: [a, b] })}
                  data-testid={`merge-alike-${a}-${b}`}
                >
                  {text.merge}
                </button>
              )}
            </span>
          </li>
        ))}
      </ol>
      {!all && pairs.length > FIRST && (
        <button type="button" class="plain small" onClick={() => setAll(true)}>
          {text.more}
        </button>
      )}
    </Figure>
  );
}
