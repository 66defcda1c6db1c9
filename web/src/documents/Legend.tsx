import { useShared } from "../data/hooks";
import type { Overview } from "../data/types";
import { ClusterLabel } from "../parts/ClusterLabel";
import { texts } from "../texts";
import { legendOf, type Piece, wordsIn } from "./coloring";

export type Color = "own" | "all" | "none";

const MOST = 14;

interface Props {
  color: Color;
  pieces: Piece[];
  cluster: number;
  /** How many words have a color, in this text or not. */
  size: number;
}

/** The meaning of the colors in a text, and the highlighted words. */
export function Legend({ color, pieces, cluster, size }: Props) {
  const { overview, open } = useShared();
  const t = texts.documents;
  const own = overview.clusters[cluster];
  return (
    <div class="text-legend" data-testid="legend">
      <label class="legend-switch">
        {t.color}
        <select
          class="small"
          value={color}
          data-testid="color"
          onChange={({ currentTarget: { value } }) =>
            open("documents", { color: value === "own" ? null : value }, true)
          }
        >
          {(["own", "all", "none"] as const).map((name) => (
            <option key={name} value={name}>
              {t.colors[name]}
            </option>
          ))}
        </select>
      </label>
      {color === "own" && own && (
        <>
          <p class="note">
            {t.ownLegend(size, own.label)} {stemmed(overview) && t.stems}
          </p>
          <OwnWords pieces={pieces} />
        </>
      )}
      {color === "all" && (
        <>
          <p class="note">{t.allLegend}</p>
          <p class="legend-words">
            {legendOf(pieces).map(({ ink, count }) => (
              <span key={ink.cluster} class="legend-entry">
                <span class="swatch" style={{ background: ink.color }} />
                <ClusterLabel cluster={ink.cluster} label={ink.label} /> <span class="soft">{count}</span>
              </span>
            ))}
          </p>
        </>
      )}
    </div>
  );
}

/** Whether the words of the run are stems: texts hold other forms of them. */
function stemmed({ config }: Overview): boolean {
  return Boolean((config.text as { stem?: string } | undefined)?.stem);
}

function OwnWords({ pieces }: { pieces: Piece[] }) {
  const { open } = useShared();
  const words = wordsIn(pieces);
  if (!words.length) return <p class="note">{texts.documents.noWords}</p>;
  return (
    <p class="legend-words">
      {words.slice(0, MOST).map(({ word, count }) => (
        <button
          key={word}
          type="button"
          class="chip small"
          aria-label={texts.documents.wordTimes(word, count)}
          onClick={() => open("words", { word })}
        >
          {word} <span class="soft">{count}</span>
        </button>
      ))}
    </p>
  );
}
