import { useShared } from "../data/hooks";
import { texts } from "../texts";
import { ClusterLabel } from "./ClusterLabel";

/** The clusters with their colors; a click shows one alone, or all again. */
export function Legend() {
  const { shown, filter, route, open } = useShared();
  const on = (k: number) => filter.level === null && filter.clusters.includes(k);
  const press = (k: number) => {
    const kept = filter.level === null ? filter.clusters : [];
    const next = kept.includes(k) ? kept.filter((other) => other !== k) : [...kept, k];
    open(route.page, { c: next.join(",") || null, level: null });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div class="cluster-legend" role="group" aria-label={texts.time.legend}>
      {shown.map(({ cluster, label, color }) => (
        <button
          key={cluster}
          type="button"
          class="chip small"
          aria-pressed={on(cluster)}
          onClick={() => press(cluster)}
          data-testid={`legend-${cluster}`}
        >
          <span class="swatch" style={{ background: color }} />
          <ClusterLabel cluster={cluster} label={label} />
        </button>
      ))}
    </div>
  );
}
