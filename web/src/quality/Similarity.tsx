import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { lineIn } from "../data/labels";
import { saveCsv } from "../files/csv";
import { Chart, chartExports, ink } from "../parts/Chart";
import { boxesOption } from "../parts/chartOptions";
import { Figure, says } from "../parts/Figure";
import { texts } from "../texts";
import { Unavailable, useFigure } from "./Unavailable";
import { useClusterFilter } from "./useClusterFilter";

const INSIDE = "#0072b2";
const OUTSIDE = "#d55e00";

/** How alike documents are inside and across clusters. */
export function Similarity() {
  const { overview, dark } = useShared();
  const { press } = useClusterFilter();
  const { value, error } = useFigure("similarity");
  const text = texts.quality.similarity;
  const made = (dark: boolean) =>
    boxesOption(
      (value?.names ?? []).map((name, k) => lineIn(overview.clusters, k, name)),
      [
        { name: text.within, color: INSIDE, boxes: value?.within ?? [] },
        { name: text.between, color: OUTSIDE, boxes: value?.between ?? [] },
      ],
      ink(dark),
    );
  const option = useMemo(() => made(dark), [value, overview, dark]);
  if (!value) return <Unavailable name="similarity" error={error} />;
  const height = 60 + 36 * value.names.length;
  const rows = value.names.flatMap((_, k) => [
    [k, "within", value.n_within[k], ...(value.within[k] ?? [])],
    [k, "between", value.n_between[k], ...(value.between[k] ?? [])],
  ]);
  return (
    <Figure
      {...says(value)}
      testid="quality-similarity"
      exports={[
        { label: texts.quality.csv, run: () => saveCsv("similarity", text.columns, rows) },
        ...chartExports("similarity", made(false), 960, height),
      ]}
    >
      <Chart
        option={option}
        height={height}
        label={value.alt}
        onClick={({ dataIndex }) => press(dataIndex)}
      />
    </Figure>
  );
}
