import { useMemo, useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { Documents, MapNumbers, Overview } from "../data/types";
import { saveCsv } from "../files/csv";
import { svgExports } from "../files/svg";
import { seenMap } from "../filter/noise";
import { Choice } from "../parts/Choice";
import { type Export, Figure } from "../parts/Figure";
import { texts } from "../texts";
import { byCluster, byCodes, byConfidence, type Coloring } from "./coloring";
import { Legend } from "./Legend";
import { MapCanvas } from "./MapCanvas";
import { mapSvg } from "./svgExport";

/** The map, its legend and its files. */
export function MapFigure({ numbers: all }: { numbers: MapNumbers }) {
  const { overview, documents, rows, shown: listed, hidden, route, open, run } = useShared();
  const numbers = useMemo(() => seenMap(all, hidden), [all, hidden]);
  const [drawing, setDrawing] = useState(false);
  const kept = useMemo(() => keptOf(numbers.rows, rows), [numbers, rows]);
  const choices = choicesOf(overview);
  const by = choices.find(({ value }) => value === route.params.by) ?? choices[0];
  const coloring = useMemo(
    () => coloringOf(by?.value ?? "cluster", numbers, overview, documents, kept),
    [by?.value, numbers, overview, documents, kept],
  );
  const shown = kept.reduce((sum, one) => sum + one, 0);
  const words = texts.map;
  return (
    <Figure
      testid="figure-map"
      question={numbers.question}
      title={hidden.size ? texts.noise.map(numbers.rows.length, listed.length) : numbers.title}
      how={words.keys}
      exports={exportsOf(run, numbers, overview, coloring, kept)}
      controls={
        <>
          <label>
            <span class="soft">{words.color}</span>
            <select
              value={by?.value}
              onChange={(event) => open("map", { by: event.currentTarget.value }, true)}
              data-testid="map-by"
            >
              {choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <Choice
            label={words.hand}
            choices={[
              { value: "move", label: words.move },
              { value: "lasso", label: words.lasso },
            ]}
            value={drawing ? "lasso" : "move"}
            onChange={(value) => setDrawing(value === "lasso")}
            testid="map-hand"
          />
          <label>
            <input
              type="checkbox"
              checked={route.params.words !== "no"}
              onChange={(event) => open("map", { words: event.currentTarget.checked ? null : "no" }, true)}
              data-testid="map-words"
            />
            {words.words}
          </label>
          <label>
            <input
              type="checkbox"
              checked={!route.params.plain}
              onChange={(event) =>
                open("map", { plain: event.currentTarget.checked ? null : 1, lasso: null }, true)
              }
              data-testid="map-together"
            />
            {words.together}
          </label>
        </>
      }
    >
      <p class="note lead" data-testid="map-note">
        {hidden.size ? `${numbers.note} ${texts.noise.notHere}` : numbers.note}
      </p>
      <div class="map-two">
        <MapCanvas
          numbers={numbers}
          coloring={coloring}
          kept={kept}
          drawing={drawing}
          withWords={route.params.words !== "no"}
        />
        <Legend coloring={coloring} by={by?.label ?? ""} shown={shown} of={kept.length} />
      </div>
    </Figure>
  );
}

function keptOf(drawn: number[], rows: Int32Array | null): Uint8Array {
  if (!rows) return new Uint8Array(drawn.length).fill(1);
  const pass = new Uint8Array(Math.max(drawn[drawn.length - 1] ?? 0, rows[rows.length - 1] ?? 0) + 1);
  for (const row of rows) pass[row] = 1;
  return Uint8Array.from(drawn, (row) => pass[row] as number);
}

/** The variables that documents can be colored by. */
function choicesOf(overview: Overview): { value: string; label: string }[] {
  const { by } = texts.map;
  return [
    { value: "cluster", label: by.cluster },
    ...(overview.has.classes ? [{ value: "class", label: by.class }] : []),
    ...overview.has.groups.map((name) => ({ value: `group.${name}`, label: name })),
    { value: "confidence", label: by.confidence },
  ];
}

function coloringOf(
  by: string,
  numbers: MapNumbers,
  overview: Overview,
  documents: Documents | null,
  kept: Uint8Array,
): Coloring {
  const { none } = texts.map;
  const group = by.startsWith("group.") ? by.slice("group.".length) : null;
  const column = by === "class" ? documents?.classes : group === null ? null : documents?.groups[group];
  if (column) return byCodes(column, numbers.rows, group ?? "class", none, kept);
  if (by === "confidence" && documents) return byConfidence(documents, numbers.rows, none, kept);
  return byCluster(overview, numbers.clusters, kept);
}

function exportsOf(
  run: string,
  numbers: MapNumbers,
  overview: Overview,
  coloring: Coloring,
  kept: Uint8Array,
): Export[] {
  const table = () =>
    numbers.rows.flatMap((row, i) =>
      kept[i] ? [[row, numbers.ids[i], numbers.clusters[i], ...(numbers.points[i] ?? [])]] : [],
    );
  return [
    { label: "CSV", run: () => saveCsv(`${run}-map`, ["row", "id", "cluster", "x", "y"], table()) },
    ...svgExports(`${run}-map`, () => mapSvg(numbers, overview, coloring, kept)),
  ];
}
