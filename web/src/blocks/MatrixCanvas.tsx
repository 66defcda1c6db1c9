import { useEffect, useMemo, useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import { lineIn } from "../data/labels";
import { documentLine } from "../data/titles";
import type { MatrixNumbers } from "../data/types";
import { ink } from "../parts/Chart";
import { pressed, useGestures } from "../parts/gestures";
import { useCanvas } from "../parts/useCanvas";
import { texts } from "../texts";
import { matrixImage } from "./colors";
import { drawMatrix, frameOf } from "./matrixDrawing";
import { short } from "./scale";
import { clickedBlock, isOn } from "./selection";
import { panned, placeOf, type View, whole, zoomed } from "./viewport";

interface Props {
  /** The whole matrix, and the part that was loaded last. */
  numbers: MatrixNumbers;
  part: MatrixNumbers;
  view: View;
  setView: (next: (view: View) => View) => void;
  chosen: number | null;
}

interface Pointed {
  row: number;
  column: number;
  /** The surest document and the most frequent word of the pixel. */
  document: number;
  word: string;
  value: number;
}

const heightOf = (width: number) => (width > 640 ? Math.min(620, 0.58 * width) : 1.1 * width);

export function MatrixCanvas({ numbers, part, view, setView, chosen }: Props) {
  const { overview, filter, open, dark } = useShared();
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const { text, back } = ink(dark);
  const image = useMemo(() => matrixImage(part, back, text, dark), [part, dark]);
  const ends = useMemo(() => endsOf(numbers), [numbers]);
  const rows = numbers.row_clusters.flatMap((k, i) => (k >= 0 && isOn(filter, overview, k) ? [i] : []));
  const column = chosen === null ? null : numbers.column_clusters.indexOf(chosen);
  const scene = { overview, numbers, ends, image, window: part.window, view, rows, column, dark };
  const [canvas, size] = useCanvas(heightOf, (context, size) => drawMatrix(context, size, scene), [
    image,
    view,
    overview,
    rows.join(),
    column,
  ]);
  const frame = frameOf(size, numbers.classes.length > 0);
  const { shape } = numbers;
  const at = (x: number, y: number): Pointed | null => {
    const [u, v] = [(x - frame.x) / frame.width, (y - frame.y) / frame.height];
    if (u < 0 || v < 0 || u >= 1 || v >= 1) return null;
    return pointedAt(numbers, part, ends, view, u, v);
  };
  const gestures = {
    pan: (dx: number, dy: number) =>
      setView((now) => panned(now, dx / frame.width, dy / frame.height, shape)),
    zoom: (factor: number, x: number, y: number) =>
      setView((now) => zoomed(now, factor, (x - frame.x) / frame.width, (y - frame.y) / frame.height, shape)),
    click: (x: number, y: number) => {
      const found = at(x, y);
      if (found && found.row >= 0) open("blocks", clickedBlock(filter, found.row, found.column, chosen));
    },
    hover: (x: number, y: number) => setPointed(at(x, y)),
    leave: () => setPointed(null),
    wheels: () => document.activeElement === canvas.current,
  };
  useGestures(canvas, gestures);
  useEffect(() => setPointed(null), [part]);
  return (
    <>
      <div class="matrix-box">
        <canvas
          ref={canvas}
          class="matrix"
          tabIndex={0}
          role="img"
          aria-label={`${numbers.alt} ${texts.blocks.matrix.keys}`}
          onKeyDown={(event) => pressed(event, gestures, () => setView(() => whole(shape)))}
          data-testid="matrix"
        />
      </div>
      <p class="matrix-says" data-testid="matrix-says">
        {pointed ? <Says pointed={pointed} values={part.values} /> : texts.blocks.matrix.point}
      </p>
    </>
  );
}

function Says({ pointed, values }: { pointed: Pointed; values: MatrixNumbers["values"] }) {
  const { overview, documents } = useShared();
  const words = texts.blocks.matrix;
  const id = documents && pointed.document >= 0 ? documentLine(documents, pointed.document) : null;
  const row = lineIn(overview.clusters, pointed.row);
  const column = lineIn(overview.word_clusters, pointed.column);
  const value = (values === "counts" ? words.mean : words.lifted)(short(pointed.value));
  return <>{words.at(row, id, column, pointed.word, value)}</>;
}

/** The last rank of each cluster. */
function endsOf(numbers: MatrixNumbers): { rows: number[]; columns: number[] } {
  const [n, d] = numbers.shape;
  const [high, wide] = [numbers.pixels.length, numbers.pixels[0]?.length ?? 1];
  return {
    rows: numbers.row_ends.map((end) => Math.round((end * n) / high)),
    columns: numbers.column_ends.map((end) => Math.round((end * d) / wide)),
  };
}

/** The clusters at a place of the frame (0 to 1), and the pixel there. */
function pointedAt(
  numbers: MatrixNumbers,
  part: MatrixNumbers,
  ends: { rows: number[]; columns: number[] },
  view: View,
  u: number,
  v: number,
): Pointed {
  const x = view.left + u * (view.right - view.left);
  const y = view.top + v * (view.bottom - view.top);
  const [top, bottom, left, right] = part.window;
  const j = Math.floor(((x - left) / (right - left)) * part.column_words.length);
  const i = Math.floor(((y - top) / (bottom - top)) * part.pixels.length);
  return {
    row: numbers.row_clusters[placeOf(ends.rows, y)] as number,
    column: numbers.column_clusters[placeOf(ends.columns, x)] as number,
    document: part.row_documents[i] ?? -1,
    word: part.column_words[j] ?? "",
    value: part.pixels[i]?.[j] ?? 0,
  };
}
