import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLoaded, useShared } from "../data/hooks";
import { clusterLine } from "../data/labels";
import type { Documents } from "../data/types";
import { useWords } from "../data/useWords";
import { composed, fold } from "../search/fold";
import { marksOf, type Term } from "../search/query";
import { texts } from "../texts";
import { ownPalette, type Palette, piecesOf, wholePalette } from "./coloring";
import { type Color, Legend } from "./Legend";

const LONG = 40_000;
const NOTHING: Palette = new Map();

interface Props {
  row: number;
  documents: Documents;
  terms: Term[];
}

/** The text, with the words of its cluster highlighted and the search hits marked. */
export function Reading({ row, documents, terms }: Props) {
  const { source, run, overview, route } = useShared();
  const { value, error } = useLoaded(
    async () => ({ row, text: (await source.texts(run, [row]))[0] ?? null }),
    [source, run, row],
  );
  if (error) return <p class="warn">{error}</p>;
  if (value?.row !== row) return <p class="soft">{texts.loading}</p>;
  if (value.text === null)
    return (
      <div class="no-text" data-testid="no-text">
        <p>{texts.documents.noText}</p>
        <p class="note">{texts.documents.noTextDo}</p>
      </div>
    );
  const color = (["all", "none"] as const).find((name) => name === route.params.color) ?? "own";
  return (
    <>
      {!overview.has.texts && <p class="note">{texts.documents.beginnings}</p>}
      <Colored text={value.text} cluster={documents.cluster[row] as number} terms={terms} color={color} />
    </>
  );
}

function Colored({
  text,
  cluster,
  terms,
  color,
}: {
  text: string;
  cluster: number;
  terms: Term[];
  color: Color;
}) {
  const { overview, open } = useShared();
  const words = useWords().value;
  const [whole, setWhole] = useState(text.length <= LONG);
  const box = useRef<HTMLDivElement>(null);
  const palette = useMemo(() => {
    if (!words || color === "none") return NOTHING;
    return color === "all" ? wholePalette(words, overview) : ownPalette(words, overview, cluster);
  }, [words, overview, cluster, color]);
  const pieces = useMemo(() => {
    const shown = composed(whole ? text : text.slice(0, LONG));
    return piecesOf(shown, palette, marksOf(fold(shown), terms));
  }, [text, whole, palette, terms]);
  const openWord = (event: MouseEvent) => {
    const word = (event.target as HTMLElement).closest<HTMLElement>(".ink")?.dataset.word;
    if (word) open("words", { word });
  };
  useEffect(() => {
    box.current?.querySelector("mark")?.scrollIntoView({ block: "nearest" });
  }, [text, terms]);
  return (
    <>
      <Legend color={color} pieces={pieces} cluster={cluster} size={palette.size} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keys, words are reached in the legend */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div ref={box} class="text" data-testid="text" data-color={color} dir="auto" onClick={openWord}>
        {pieces.map(({ text: part, ink, word, hit }, i) => {
          const look = hit ? <mark>{part}</mark> : part;
          return ink ? (
            <span
              key={i}
              class="ink"
              style={{ "--ink": ink.color }}
              title={clusterLine(ink)}
              data-cluster={ink.cluster}
              data-word={word}
            >
              {look}
            </span>
          ) : (
            look
          );
        })}
      </div>
      {!whole && (
        <button type="button" onClick={() => setWhole(true)}>
          {texts.documents.whole}
        </button>
      )}
    </>
  );
}
