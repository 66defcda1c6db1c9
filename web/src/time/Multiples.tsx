import { useShared } from "../data/hooks";
import type { Cluster } from "../data/types";
import { ClusterLabel } from "../parts/ClusterLabel";
import { texts } from "../texts";
import { percent } from "../texts/percent";
import { within } from "./range";

interface Props {
  clusters: Cluster[];
  periods: string[];
  /** values[cluster][period] */
  values: number[][];
  /** Documents of all clusters in each period. */
  totals: number[];
  share: boolean;
  choose: (period: string, stretch: boolean) => void;
}

const HEIGHT = 60;

/** One small chart per cluster, all on the same scale. */
export function Multiples({ clusters, periods, values, totals, share, choose }: Props) {
  const { filter } = useShared();
  const top = Math.max(...clusters.flatMap(({ cluster }) => values[cluster] ?? []), share ? 0.01 : 1);
  const valueText = (value: number, j: number) =>
    share ? texts.time.shareOf(percent(value), totals[j] ?? 0) : String(value);
  return (
    <div class="sparks">
      {clusters.map(({ cluster, label, color }) => {
        const own = values[cluster] ?? [];
        const most = periods[own.indexOf(Math.max(...own))] ?? "";
        const alt = texts.time.eachAlt(label, periods[0] ?? "", periods.at(-1) ?? "", most);
        return (
          <figure key={cluster} class="spark">
            <figcaption>
              <span class="swatch" style={{ background: color }} />{" "}
              <ClusterLabel cluster={cluster} label={label} />
            </figcaption>
            <svg
              viewBox={`0 0 ${periods.length} ${HEIGHT}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={alt}
            >
              {own.map((value, j) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: the fields for dates are for the keyboard
                <g
                  key={periods[j]}
                  onClick={({ shiftKey }) => choose(periods[j] ?? "", shiftKey)}
                  class={within(periods[j] ?? "", filter) ? "period" : "period faint"}
                >
                  <title>{`${periods[j]}: ${valueText(value, j)}`}</title>
                  <rect x={j} y={0} width={1} height={HEIGHT} class="behind" />
                  <rect
                    x={j + 0.08}
                    width={0.84}
                    y={HEIGHT * (1 - value / top)}
                    height={(HEIGHT * value) / top}
                    fill={color}
                  />
                </g>
              ))}
            </svg>
            <p class="spark-axis soft">
              <span>{periods[0]}</span>
              <span>{periods.at(-1)}</span>
            </p>
          </figure>
        );
      })}
    </div>
  );
}
