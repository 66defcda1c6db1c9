import { useShared } from "../data/hooks";
import { clusterLine } from "../data/labels";
import type { StabilityNumbers } from "../data/types";
import { saveCsv } from "../files/csv";
import { Bars } from "../parts/Bars";
import { chartExports, ink } from "../parts/Chart";
import { barsOption } from "../parts/chartOptions";
import { Figure } from "../parts/Figure";
import { HeatTable } from "../parts/HeatTable";
import { texts } from "../texts";
import { Unavailable, useFigure } from "./Unavailable";
import { useClusterFilter } from "./useClusterFilter";

const STARTS = 12; // that a table has room for

/** How far the starts agree, with each other and about every cluster. */
export function Stability() {
  const { overview } = useShared();
  const { on, press } = useClusterFilter();
  const { value, error } = useFigure("stability");
  if (!value) return <Unavailable name="stability" error={error} />;
  const text = texts.quality.stability;
  const { restarts, ari, nmi, agreement, sure, kinds, weights } = value;
  const starts = restarts.slice(0, STARTS);
  const opinions = kinds.length > 0;
  const heads = starts.map((start) => ({ label: String(start + (opinions ? 1 : 0)) }));
  const sides = opinions
    ? starts.map((_, i) => ({ label: text.kind(i + 1, kinds[i] ?? "", weights[i] ?? 0) }))
    : heads;
  const caption = opinions ? text.opinions : text.starts;
  const colors = overview.clusters.map(({ color }) => color);
  const some = starts.length < restarts.length ? ` ${text.some(starts.length, restarts.length)}` : "";
  return (
    <Figure
      question={value.question}
      title={value.title}
      alt={value.alt}
      note={value.note + some}
      testid="quality-stability"
      exports={[
        { label: texts.quality.csv, run: () => saveCsv("stability", text.columns, tableOf(value)) },
        ...chartExports(
          "stability",
          barsOption(overview.clusters.map(clusterLine), agreement, colors, ink(false)),
        ),
      ]}
    >
      <div class="two">
        <div class="part">
          <h3>{caption}</h3>
          <HeatTable
            caption={caption}
            rows={sides}
            columns={heads}
            cells={sides.map((one, i) =>
              sides.map((other, j) => ({
                text: (ari[i]?.[j] ?? 0).toFixed(2),
                tone: i === j && !opinions ? 0 : (ari[i]?.[j] ?? 0),
                title: text.pair(one.label, other.label, ari[i]?.[j] ?? 0, nmi[i]?.[j] ?? 0),
              })),
            )}
            testid="stability-starts"
          />
        </div>
        <div class="part">
          <h3>{text.clusters}</h3>
          <Bars
            testid="stability-clusters"
            press={(k) => press(Number(k))}
            bars={overview.clusters.map(({ label }, k) => ({
              key: k,
              label,
              cluster: k,
              color: colors[k] ?? "",
              length: agreement[k] ?? 0,
              dot: sure[k],
              text: text.value(agreement[k] ?? 0, sure[k] ?? 0),
              on: on(k),
            }))}
          />
        </div>
      </div>
    </Figure>
  );
}

/** The rows of the picture's table in Python. */
function tableOf({ restarts, ari, nmi, agreement, sure, kinds }: StabilityNumbers): unknown[][] {
  const opinions = kinds.length > 0;
  const names: unknown[] = opinions ? kinds : restarts;
  const pairs = names.flatMap((one, i) =>
    names.flatMap((other, j) =>
      i < j || (opinions && i === j)
        ? [[opinions ? "opinions" : "restarts", one, other, ari[i]?.[j], nmi[i]?.[j]]]
        : [],
    ),
  );
  return [...pairs, ...agreement.map((together, k) => ["cluster", k, k, together, sure[k]])];
}
