import { useEffect, useState } from "preact/hooks";
import { useLoaded, useShared } from "../data/hooks";
import type { MatrixNumbers } from "../data/types";
import { save, saveCsv } from "../files/csv";
import { Choice } from "../parts/Choice";
import { Empty, type Export, Figure } from "../parts/Figure";
import { texts } from "../texts";
import { MatrixCanvas } from "./MatrixCanvas";
import { chosenOf, isOn } from "./selection";
import { asked, isWhole, span, type View, whole, zoomed } from "./viewport";

const QUIET = 220; // milliseconds without a move before a part is loaded
const VALUES = ["counts", "lift"] as const;
type Values = (typeof VALUES)[number];

/** The matrix itself, its rows and columns in cluster order. */
export function MatrixFigure() {
  const { source, run, route, open } = useShared();
  const values: Values = source.server && route.params.cells === "lift" ? "lift" : "counts";
  const options = values === "lift" ? { values } : undefined;
  const loaded = useLoaded(() => source.picture<MatrixNumbers>(run, "matrix", options), [run, values]);
  if (loaded.error) return <Empty>{loaded.error}</Empty>;
  if (!loaded.value) return <Empty>{texts.loading}</Empty>;
  const choice = source.server && (
    <Choice<Values>
      label={texts.blocks.matrix.values}
      choices={VALUES.map((value) => ({ value, label: texts.blocks.matrix[value] }))}
      value={values}
      onChange={(value) => open("blocks", { cells: value === "counts" ? null : value }, true)}
      testid="matrix-values"
    />
  );
  return <Drawn numbers={loaded.value} choice={choice} />;
}

function Drawn({ numbers, choice }: { numbers: MatrixNumbers; choice: preact.ComponentChild }) {
  const { source, run, route, overview, hidden, filter } = useShared();
  const { shape } = numbers;
  const [view, setView] = useState<View>(() => whole(shape));
  const part = usePart(numbers, view);
  const chosen = chosenOf(route.params, filter);
  const words = texts.blocks.matrix;
  const zoom = (factor: number) => setView(zoomed(view, factor, 0.5, 0.5, shape));
  const rows = numbers.row_clusters.flatMap((k, i) => (k >= 0 && isOn(filter, overview, k) ? [i] : []));
  const toChosen = () => setView(viewOf(numbers, rows, chosen));
  const near = !isWhole(view, shape);
  return (
    <Figure
      testid="figure-matrix"
      question={numbers.question}
      title={numbers.title}
      note={`${numbers.note}.${numbers.classes.length ? ` ${words.classes}` : ""}${hidden.size ? ` ${texts.noise.here}` : ""}`}
      how={words.keys}
      exports={exportsOf(run, part)}
      controls={
        <>
          {choice}
          <span class="choice-of">
            <button type="button" aria-label={words.zoomIn} onClick={() => zoom(2)} data-testid="matrix-in">
              +
            </button>
            <button
              type="button"
              aria-label={words.zoomOut}
              onClick={() => zoom(0.5)}
              disabled={!near}
              data-testid="matrix-out"
            >
              −
            </button>
            <button
              type="button"
              onClick={() => setView(whole(shape))}
              disabled={!near}
              data-testid="matrix-whole"
            >
              {words.whole}
            </button>
          </span>
          {rows.length > 0 && (
            <button type="button" class="small" onClick={toChosen} data-testid="matrix-to-chosen">
              {words.toBlock}
            </button>
          )}
          {near && (
            <span class="soft" data-testid="matrix-window">
              {words.shown(Math.round(view.bottom - view.top), Math.round(view.right - view.left))}{" "}
              {!source.server && words.blurred}
            </span>
          )}
        </>
      }
    >
      <MatrixCanvas numbers={numbers} part={part} view={view} setView={setView} chosen={chosen} />
    </Figure>
  );
}

/** The picture of the visible part: a server draws it at full resolution, a report has only the whole. */
function usePart(numbers: MatrixNumbers, view: View): MatrixNumbers {
  const { source, run } = useShared();
  const [part, setPart] = useState(numbers);
  useEffect(() => {
    setPart(numbers);
    if (!source.server || isWhole(view, numbers.shape)) return;
    let current = true;
    const wait = setTimeout(async () => {
      const options = { values: numbers.values, ...asked(view, numbers.shape) };
      const found = await source.picture<MatrixNumbers>(run, "matrix", options).catch(() => numbers);
      if (current) setPart(found);
    }, QUIET);
    return () => {
      current = false;
      clearTimeout(wait);
    };
  }, [numbers, view]);
  return part;
}

function viewOf(numbers: MatrixNumbers, rows: number[], chosen: number | null): View {
  const all = whole(numbers.shape);
  const high = numbers.shape[0] / numbers.pixels.length;
  const wide = numbers.shape[1] / (numbers.pixels[0]?.length ?? 1);
  const place = chosen === null ? -1 : numbers.column_clusters.indexOf(chosen);
  const [top, bottom] = span(numbers.row_ends, rows) ?? [0, numbers.pixels.length];
  const columns = span(numbers.column_ends, place < 0 ? [] : [place]);
  const [left, right] = columns ? [columns[0] * wide, columns[1] * wide] : [all.left, all.right];
  return { top: top * high, bottom: bottom * high, left, right };
}

function exportsOf(run: string, part: MatrixNumbers): Export[] {
  return [
    {
      label: "CSV",
      run: () => {
        const rows = part.pixels.flatMap((row, i) =>
          row.flatMap((value, j) => (value ? [[i, j, part.column_words[j], value]] : [])),
        );
        saveCsv(`${run}-matrix`, ["row", "column", "word", part.values], rows);
      },
    },
    {
      label: "PNG",
      run: () =>
        document
          .querySelector<HTMLCanvasElement>("canvas.matrix")
          ?.toBlob((blob) => blob && save(`${run}-matrix.png`, blob)),
    },
  ];
}
