import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { lineIn } from "../data/labels";
import type { Overview, SankeyNumbers } from "../data/types";
import { saveCsv } from "../files/csv";
import { Chart, chartExports, ink } from "../parts/Chart";
import { heatOption } from "../parts/chartOptions";
import { Empty, Figure, says } from "../parts/Figure";
import { HeatTable } from "../parts/HeatTable";
import { sankeyHeight, sankeyOption } from "../parts/sankey";
import { texts } from "../texts";
import { Unavailable, useFigure } from "./Unavailable";
import { useClusterFilter } from "./useClusterFilter";

/** The clusters compared with known classes, if there are any. */
export function Labels() {
  const { overview } = useShared();
  const text = texts.quality.labels;
  if (overview.has.classes)
    return (
      <>
        <Confusion />
        <Sankey />
      </>
    );
  return (
    <Empty>
      <p>{text.none}</p>
      <p>{text.noneDo}</p>
    </Empty>
  );
}

function Confusion() {
  const { overview } = useShared();
  const { on, press } = useClusterFilter();
  const { value, error } = useFigure("confusion");
  if (!value) return <Unavailable name="confusion" error={error} />;
  const text = texts.quality.labels;
  const { classes, clusters, counts, n_matched } = value;
  const names = clusters.map((k, j) => lineIn(overview.clusters, k, value.names[j]));
  const cells = counts.map((row, i) => {
    const total = Math.max(
      row.reduce((sum, n) => sum + n, 0),
      1,
    );
    return row.map((n, j) => ({
      text: n ? n.toLocaleString("en") : "·",
      tone: n / total,
      title: text.cell(classes[i] ?? "", names[j] ?? "", n, n / total),
      framed: i === j && i < n_matched,
    }));
  });
  const rows = counts.flatMap((row, i) =>
    row.map((n, j) => [classes[i], clusters[j], n, i === j && i < n_matched]),
  );
  return (
    <Figure
      {...says(value)}
      testid="quality-confusion"
      exports={[
        { label: texts.quality.csv, run: () => saveCsv("confusion", text.confusionColumns, rows) },
        ...chartExports(
          "confusion",
          heatOption(classes, names, cells, ink(false)),
          Math.max(760, 260 + 52 * names.length),
          180 + 30 * classes.length,
        ),
      ]}
    >
      <HeatTable
        caption={value.title}
        rows={classes.map((label) => ({ label }))}
        columns={clusters.map((k, j) => ({
          label: overview.clusters[k]?.label ?? names[j] ?? "",
          cluster: overview.clusters[k]?.cluster,
          color: overview.clusters[k]?.color,
          on: on(k),
        }))}
        cells={cells}
        onColumn={(j) => press(clusters[j] ?? -1)}
        testid="confusion-table"
      />
    </Figure>
  );
}

function Sankey() {
  const { overview, dark } = useShared();
  const { value: numbers, error } = useFigure("sankey");
  const value = useMemo(() => numbers && withLines(numbers, overview), [numbers, overview]);
  const color = (k: number) => overview.clusters[k]?.color ?? "";
  const option = useMemo(() => (value ? sankeyOption(value, color, ink(dark)) : {}), [value, dark, overview]);
  if (!value) return <Unavailable name="sankey" error={error} />;
  const rows = value.flows.flatMap((row, i) =>
    row.flatMap((n, j) => (n ? [[value.left[i], value.right[j], n]] : [])),
  );
  return (
    <Figure
      {...says(value)}
      testid="quality-sankey"
      exports={[
        { label: texts.quality.csv, run: () => saveCsv("sankey", texts.quality.labels.sankeyColumns, rows) },
        ...chartExports("sankey", sankeyOption(value, color, ink(false)), 960, sankeyHeight(value)),
      ]}
    >
      <Chart option={option} height={sankeyHeight(value)} label={value.alt} />
    </Figure>
  );
}

function withLines(numbers: SankeyNumbers, { clusters }: Overview): SankeyNumbers {
  const right = numbers.right_clusters.map((k, j) => lineIn(clusters, k, numbers.right[j]));
  return { ...numbers, right };
}
