import { useMemo, useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { MapNumbers, Point } from "../data/types";
import { lassoText, parseLasso } from "../filter/lasso";
import { type Gestures, pressed, useGestures } from "../parts/gestures";
import { type Size, useCanvas } from "../parts/useCanvas";
import { texts } from "../texts";
import { type Camera, fitted, nearest, panned, thinned, toPlane, toScreen, zoomed } from "./camera";
import type { Coloring } from "./coloring";
import { drawMap, namesOf, radiusOf, screenOf, wordsOf } from "./drawing";
import { at, type Wanted } from "./labelLayout";
import { NameTip, Tip } from "./Tip";

interface Props {
  numbers: MapNumbers;
  coloring: Coloring;
  kept: Uint8Array;
  /** Whether dragging draws a lasso. */
  drawing: boolean;
  withWords: boolean;
}

const REACH = 14; // pixels from a document that still point at it
const CRUMB = 5;
const BUTTONS = { width: 150, height: 34 }; // of the corner with the zoom buttons
const heightOf = (width: number) => (width > 640 ? Math.min(680, 0.75 * width) : 1.15 * width);

export function MapCanvas({ numbers, coloring, kept, drawing, withWords }: Props) {
  const { overview, filter, route, open, dark } = useShared();
  const [camera, setCamera] = useState<Camera | null>(null); // null shows all
  const [pointed, setPointed] = useState(-1);
  const [named, setNamed] = useState(-1);
  const [line, setLine] = useState<Point[]>([]);
  const shown = useMemo(() => new Set(numbers.clusters.filter((_, i) => kept[i])), [numbers, kept]);
  const [canvas, size] = useCanvas(
    heightOf,
    (context) =>
      drawMap(
        context,
        { numbers, overview, coloring, kept, screen, names, words, lasso, pointed, dark },
        radius,
      ),
    [numbers, overview, coloring, kept, camera, line, route.params.lasso, pointed, dark, withWords],
  );
  const all = useMemo(() => fitted(numbers.points, size), [numbers, size.width, size.height]);
  const now = camera ?? all;
  const keys = [numbers, now, size.width, size.height];
  const screen = useMemo(() => screenOf(numbers, now, size), keys);
  const names = useMemo(
    () => namesOf(numbers, overview, shown, now, size, [corner(size)]),
    [...keys, overview, shown],
  );
  const words = useMemo(
    () => (withWords ? wordsOf(numbers, overview, shown, names, now, size, now.scale / all.scale) : []),
    [...keys, names, withWords],
  );
  const radius = radiusOf(numbers.rows.length, now.scale / all.scale);
  const lasso = line.length
    ? line
    : parseLasso(route.params.lasso).map((point) => toScreen(now, size, point));
  const gestures: Gestures = {
    pan: (dx, dy) => setCamera((old) => panned(old ?? all, dx, dy)),
    zoom: (factor, x, y) => setCamera((old) => zoomed(old ?? all, all, factor, [x, y], size)),
    hover: (x, y) => {
      const name = at(names, x, y);
      setNamed(name);
      setPointed(name < 0 ? nearest(screen, x, y, REACH, kept) : -1);
    },
    leave: () => {
      setNamed(-1);
      setPointed(-1);
    },
    wheels: () => true,
    click: (x, y) => {
      const name = at(names, x, y);
      const found = nearest(screen, x, y, REACH, kept);
      const alone = filter.level === null && filter.clusters.join() === String(name);
      if (name >= 0) open("map", { c: alone ? null : name, level: null });
      else if (found >= 0) open("documents", { row: numbers.rows[found] as number });
    },
    draws: (event) => drawing || event.shiftKey,
    draw: (x, y) => setLine((old) => [...old, [x, y]]),
    drawn: () => {
      const polygon = thinned(line, CRUMB).map((point) => toPlane(now, size, point));
      setLine([]);
      if (polygon.length > 2) open("map", { lasso: lassoText(polygon) });
    },
  };
  useGestures(canvas, gestures);
  const zoom = (factor: number) => gestures.zoom(factor, size.width / 2, size.height / 2);
  return (
    <div class="map-box">
      <canvas
        ref={canvas}
        class={drawing ? "map drawing" : "map"}
        tabIndex={0}
        role="img"
        aria-label={`${numbers.alt} ${texts.map.keys}`}
        onKeyDown={(event) => pressed(event, gestures, () => setCamera(() => null))}
        data-testid="map"
      />
      <div class="map-zoom">
        <button type="button" aria-label={texts.map.zoomIn} onClick={() => zoom(1.6)} data-testid="map-in">
          +
        </button>
        <button
          type="button"
          aria-label={texts.map.zoomOut}
          onClick={() => zoom(1 / 1.6)}
          data-testid="map-out"
        >
          −
        </button>
        <button type="button" onClick={() => setCamera(null)} disabled={!camera} data-testid="map-whole">
          {texts.map.whole}
        </button>
      </div>
      {named >= 0 && <NameTip name={names.find(({ index }) => index === named)} size={size} />}
      {pointed >= 0 && (
        <Tip
          numbers={numbers}
          index={pointed}
          x={screen[2 * pointed] as number}
          y={screen[2 * pointed + 1] as number}
          size={size}
        />
      )}
    </div>
  );
}

function corner({ width }: Size): Wanted {
  return { text: "", x: width - BUTTONS.width / 2, y: BUTTONS.height / 2, ...BUTTONS };
}
