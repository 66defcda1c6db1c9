import { useShared } from "../data/hooks";
import { lineIn } from "../data/labels";
import { saveCsv } from "../files/csv";
import { seenSizes } from "../filter/noise";
import { Bars } from "../parts/Bars";
import { chartExports, ink } from "../parts/Chart";
import { barsOption } from "../parts/chartOptions";
import { Figure } from "../parts/Figure";
import { texts } from "../texts";
import { Unavailable, useFigure } from "./Unavailable";
import { useClusterFilter } from "./useClusterFilter";

const NOWHERE = "#8c8c8c";

/** Documents of every cluster, the largest first. */
export function Sizes() {
  const { overview, hidden } = useShared();
  const { on, press } = useClusterFilter();
  const { value, error } = useFigure("sizes");
  if (!value) return <Unavailable name="sizes" error={error} />;
  const text = texts.quality.sizes;
  const { clusters, names, documents, mass } = seenSizes(value, hidden);
  const all = documents.reduce((sum, n) => sum + n, 0);
  const title = hidden.size
    ? texts.noise.largest(overview.clusters[clusters[0] ?? 0]?.label ?? "", documents[0] ?? 0, all)
    : value.title;
  const colors = clusters.map((k) => overview.clusters[k]?.color ?? NOWHERE);
  const lines = clusters.map((k, i) => lineIn(overview.clusters, k, names[i]));
  const top = Math.max(...documents, 1);
  const rows = clusters.map((k, i) => [k, documents[i], mass[i]]);
  return (
    <Figure
      question={value.question}
      title={title}
      alt={value.alt}
      note={`${value.note || text.note}${hidden.size ? ` ${texts.noise.notHere}` : ""}`}
      testid="quality-sizes"
      exports={[
        { label: texts.quality.csv, run: () => saveCsv("sizes", text.columns, rows) },
        ...chartExports(
          "sizes",
          barsOption(lines, documents, colors, ink(false)),
          960,
          80 + 28 * names.length,
        ),
      ]}
    >
      <Bars
        testid="sizes"
        press={(k) => press(Number(k))}
        bars={clusters.map((k, i) => ({
          key: k,
          label: overview.clusters[k]?.label ?? names[i] ?? "",
          cluster: overview.clusters[k]?.cluster,
          color: colors[i] ?? NOWHERE,
          length: (documents[i] ?? 0) / top,
          text: text.value(documents[i] ?? 0, (documents[i] ?? 0) / Math.max(all, 1)),
          on: on(k),
        }))}
      />
    </Figure>
  );
}
