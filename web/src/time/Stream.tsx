import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { clusterLine } from "../data/labels";
import { saveCsv } from "../files/csv";
import { Chart, chartExports, ink } from "../parts/Chart";
import { stackOption } from "../parts/chartOptions";
import { Empty, Figure } from "../parts/Figure";
import { Legend } from "../parts/Legend";
import { Pick } from "../parts/Pick";
import { texts } from "../texts";
import { type Crossed, labeled, largestChange, sharesOf, totalsOf, widened } from "./buckets";
import { DateFields } from "./DateFields";
import { Multiples } from "./Multiples";
import { pressed, within } from "./range";
import { type Drawing, drawingOf, type Height, heightOf } from "./state";
import { type Counted, useCounted } from "./useCounted";
import { useChosen } from "./useOthers";

/** Clusters over dates, counted from the documents that pass the filter. */
export function Stream({ dates }: { dates: string[] }) {
  const counted = useCounted(dates);
  if (counted) return <Drawn {...counted} />;
  return (
    <Empty>
      <p>{texts.time.noDated}</p>
    </Empty>
  );
}

function Drawn({ span, units, asked, crossed: exact }: Counted) {
  const { overview, shown: listed, filter, route, open, dark } = useShared();
  const chosen = useChosen();
  const text = texts.time;
  const height = heightOf(route.params.height);
  const wide = useMemo(
    () => (height === "share" && !asked ? widened(exact) : { ...exact, joined: 0, enough: 0 }),
    [exact, height, asked],
  );
  const { joined, enough, ...crossed } = wide;
  const { periods, counts } = crossed;
  const drawing = drawingOf(route.params.as);
  const values = useMemo(() => (height === "share" ? sharesOf(counts) : counts), [counts, height]);
  const shown = listed.filter(({ cluster }) => chosen(cluster));
  const made = (dark: boolean, legend: boolean) =>
    stackOption(
      height === "share" ? labeled(periods, counts) : periods,
      shown.map((one) => ({ name: clusterLine(one), color: one.color, values: values[one.cluster] ?? [] })),
      {
        areas: drawing === "areas",
        shares: height === "share",
        whole: shown.length === listed.length,
        faint: periods.map((period) => !within(period, filter)),
        legend,
      },
      ink(dark),
    );
  const option = useMemo(() => made(dark, false), [wide, values, drawing, dark, overview, filter]);
  const choose = (period: string, stretch: boolean) => open("time", { ...pressed(period, filter, stretch) });
  const finding = findingOf(crossed, chosen, (k) => overview.clusters[k]?.label ?? "");
  const alt = text.alt(shown.length, periods.length, finding);
  return (
    <Figure
      question={text.question}
      title={finding}
      alt={alt}
      note={text.note(crossed.left, joined, periods.length, enough)}
      testid="stream"
      exports={[
        {
          label: texts.clusters.csv,
          run: () =>
            saveCsv("stream", [text.period, text.cluster, text.documents, text.share], longTable(crossed)),
        },
        ...chartExports("stream", made(false, true)),
      ]}
      controls={
        <>
          <Pick
            label={text.unit}
            names={text.units}
            values={["auto", ...units]}
            value={asked ?? "auto"}
            name="unit"
          />
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
        <Multiples
          clusters={shown}
          periods={periods}
          values={values}
          totals={totalsOf(counts)}
          share={height === "share"}
          choose={choose}
        />
      ) : (
        <Chart
          option={option}
          height={380}
          label={alt}
          onClick={({ dataIndex, event }) =>
            choose(periods[dataIndex] ?? "", event?.event?.shiftKey ?? false)
          }
        />
      )}
      <Legend />
    </Figure>
  );
}

const LITTLE = 0.005;

function findingOf(crossed: Crossed, chosen: (k: number) => boolean, label: (k: number) => string): string {
  const { periods, counts } = crossed;
  if (!counts.some((row, k) => chosen(k) && row.some(Boolean))) return texts.time.none;
  const change = largestChange(crossed, chosen);
  if (!change) return texts.time.onePeriod(periods[0] ?? "", periods.at(-1) ?? "");
  const { cluster, before, after, until } = change;
  return Math.abs(after - before) < LITTLE
    ? texts.time.still
    : texts.time.grows(label(cluster), before, after, until);
}

function longTable({ periods, counts }: Crossed): unknown[][] {
  const shares = sharesOf(counts);
  return periods.flatMap((period, j) => counts.map((row, k) => [period, k, row[j], shares[k]?.[j]]));
}
