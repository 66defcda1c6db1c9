import { useMemo } from "preact/hooks";
import { saveCsv } from "../data/export";
import { useShared } from "../data/hooks";
import { Chart, chartExports, ink } from "../parts/Chart";
import { Empty, Figure } from "../parts/Figure";
import { Legend } from "../parts/Legend";
import { stackOption } from "../parts/options";
import { Pick } from "../parts/Pick";
import { texts } from "../texts";
import { bestUnit, countsOver, largestChange, sharesOf, spanOf, type Unit, unitsFor } from "./buckets";
import { DateFields } from "./DateFields";
import { Multiples } from "./Multiples";
import { type Drawing, drawingOf, type Height, heightOf } from "./state";

/** Clusters over dates, counted from the documents that pass the filter. */
export function Stream({ dates }: { dates: string[] }) {
  const { documents, rows, overview, route, open, dark } = useShared();
  const text = texts.time;
  const span = useMemo(() => (rows ? spanOf(dates, rows) : null), [dates, rows]);
  const units = span ? unitsFor(span) : [];
  const wanted = route.params.unit as Unit;
  const unit = units.includes(wanted) ? wanted : span ? bestUnit(span) : "year";
  const crossed = useMemo(
    () =>
      documents && rows && span
        ? countsOver({ cluster: documents.cluster, dates }, rows, span, unit, overview.clusters.length)
        : null,
    [documents, rows, span, unit, overview],
  );
  const height = heightOf(route.params.height);
  const drawing = drawingOf(route.params.as);
  const values = useMemo(
    () => (crossed ? (height === "share" ? sharesOf(crossed.counts) : crossed.counts) : []),
    [crossed, height],
  );
  const made = (dark: boolean) =>
    stackOption(
      crossed?.periods ?? [],
      overview.clusters.map(({ label, color, cluster }) => ({
        name: label,
        color,
        values: values[cluster] ?? [],
      })),
      { areas: drawing === "areas", shares: height === "share" },
      ink(dark),
    );
  const option = useMemo(() => made(dark), [crossed, values, drawing, dark, overview]);
  if (!crossed || !span)
    return (
      <Empty>
        <p>{rows ? text.noDated : texts.loading}</p>
      </Empty>
    );

  const finding = findingOf(crossed, (k) => overview.clusters[k]?.label ?? String(k));
  const choose = (period: string) => open("time", { from: period, to: period });
  const alt = text.alt(overview.clusters.length, crossed.periods.length, finding);
  return (
    <Figure
      question={text.question}
      title={finding}
      alt={alt}
      note={text.note(crossed.left)}
      testid="stream"
      exports={[
        {
          label: texts.clusters.csv,
          run: () =>
            saveCsv("stream", [text.period, text.cluster, text.documents, text.share], longTable(crossed)),
        },
        ...chartExports("stream", made(false)),
      ]}
      controls={
        <>
          <Pick label={text.unit} names={text.units} values={units} value={unit} name="unit" />
          <Pick<Height>
            label={text.height}
            names={text.heights}
            values={["share", "count"]}
            value={height}
            name="height"
          />
          <Pick<Drawing>
            label={text.drawn}
            names={text.drawings}
            values={["bars", "areas", "each"]}
            value={drawing}
            name="as"
          />
          <DateFields first={span.first} last={span.last} />
        </>
      }
    >
      {drawing === "each" ? (
        <Multiples periods={crossed.periods} values={values} share={height === "share"} choose={choose} />
      ) : (
        <>
          <Chart
            option={option}
            height={380}
            label={alt}
            onClick={({ name, dataIndex }) => choose(crossed.periods[dataIndex] ?? name)}
          />
          <Legend />
        </>
      )}
    </Figure>
  );
}

type Counted = Parameters<typeof largestChange>[0];
const LITTLE = 0.005;

function findingOf(crossed: Counted, label: (k: number) => string): string {
  const change = largestChange(crossed);
  if (!change)
    return texts.time.onePeriod(
      crossed.periods.length > 1
        ? `${crossed.periods[0]}–${crossed.periods.at(-1)}`
        : (crossed.periods[0] ?? ""),
    );
  const { cluster, before, after, until } = change;
  return Math.abs(after - before) < LITTLE
    ? texts.time.still
    : texts.time.grows(label(cluster), before, after, until);
}

function longTable({ periods, counts }: Counted): unknown[][] {
  const shares = sharesOf(counts);
  return periods.flatMap((period, j) => counts.map((row, k) => [period, k, row[j], shares[k]?.[j]]));
}
