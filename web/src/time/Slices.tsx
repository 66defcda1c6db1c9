import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { lineIn } from "../data/labels";
import { usePicture } from "../data/usePicture";
import { saveCsv } from "../files/csv";
import { Chart, chartExports, ink } from "../parts/Chart";
import { stackOption } from "../parts/chartOptions";
import { Empty, Figure, says } from "../parts/Figure";
import { Legend } from "../parts/Legend";
import { texts } from "../texts";
import { labeled, sharesOf } from "./buckets";

/** The chart for documents without dates: slices of a tensor model, or years in names. */
export function Slices() {
  const { overview, hidden, dark } = useShared();
  const text = texts.time;
  const { value, error } = usePicture("stream");
  const counts = (value?.counts ?? []).map((row, k) => (hidden.has(k) ? row.map(() => 0) : row));
  const made = (dark: boolean, legend: boolean) =>
    stackOption(
      value?.unit === "documents" ? labeled(value.periods, counts) : (value?.periods ?? []),
      sharesOf(counts)
        .map((values, k) => ({
          name: lineIn(overview.clusters, k, value?.names[k]),
          color: overview.clusters[k]?.color ?? "",
          values,
        }))
        .filter((_, k) => !hidden.has(k)),
      { areas: false, shares: true, whole: true, faint: [], legend },
      ink(dark),
    );
  const option = useMemo(() => made(dark, false), [value, dark, overview]);
  if (!value)
    return (
      <Empty>
        <p>{error ?? text.noDates}</p>
        <p>{text.noDatesDo}</p>
      </Empty>
    );
  const rows = value.periods.flatMap((period, j) => value.counts.map((row, k) => [period, k, row[j]]));
  return (
    <Figure
      {...says(value)}
      title={hidden.size ? value.question : value.title}
      testid="stream"
      exports={[
        {
          label: texts.clusters.csv,
          run: () => saveCsv("stream", [text.period, text.cluster, value.unit], rows),
        },
        ...chartExports("stream", made(false, true)),
      ]}
    >
      <Chart option={option} height={380} label={value.alt} />
      <Legend />
    </Figure>
  );
}
