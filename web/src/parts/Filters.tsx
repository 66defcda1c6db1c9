import { useShared } from "../data/hooks";
import { useLevel } from "../data/useTree";
import { columnsOf } from "../filter/columns";
import { isEmpty } from "../filter/filter";
import { texts } from "../texts";
import { ClusterLabel } from "./ClusterLabel";

interface Chip {
  key: string;
  label: string;
  cluster?: number;
  color?: string;
  /** Changes to the address that remove it. */
  without: Record<string, string | null>;
}

/** The active filters, on every page. A click removes one. */
export function Filters() {
  const { documents, overview, rows, filter, route, open } = useShared();
  const chips = useChips();
  if (isEmpty(filter) && !route.params.lasso) return null;
  const all = Object.fromEntries(
    chips.flatMap(({ without }) => Object.keys(without).map((name) => [name, null])),
  );
  return (
    <section class="filters" aria-label={texts.filter.heading} data-testid="filters">
      <strong class="filter-count" data-testid="filter-count">
        {rows && documents ? texts.filter.shown(rows.length, overview.documents) : texts.loading}
      </strong>
      {chips.map(({ key, label, cluster, color, without }) => (
        <button
          key={key}
          type="button"
          class="chip"
          aria-label={texts.filter.remove(label)}
          onClick={() => open(route.page, without)}
        >
          {color && <span class="swatch" style={{ background: color }} />}
          {cluster === undefined ? label : <ClusterLabel cluster={cluster} label={label} />}{" "}
          <span aria-hidden="true">×</span>
        </button>
      ))}
      <button type="button" class="plain" onClick={() => open(route.page, all)} data-testid="filter-clear">
        {texts.filter.clear}
      </button>
    </section>
  );
}

function useChips(): Chip[] {
  const { filter, route, overview, documents } = useShared();
  const coarse = useLevel(filter.level);
  const less = (values: number[], value: number) =>
    values.filter((other) => other !== value).join(",") || null;
  const chips = filter.clusters.map(
    (k): Chip => ({
      key: `c${k}`,
      label: (filter.level === null ? overview.clusters[k] : coarse.get(k))?.label ?? String(k),
      cluster: k,
      color: filter.level === null ? overview.clusters[k]?.color : undefined,
      without: filter.clusters.length > 1 ? { c: less(filter.clusters, k) } : { c: null, level: null },
    }),
  );
  for (const [name, codes] of Object.entries(filter.values)) {
    const column = documents ? columnsOf(documents)[name] : undefined;
    for (const code of codes)
      chips.push({
        key: `${name}${code}`,
        label: `${name}: ${column?.names[code] ?? code}`,
        without: { [`is.${name}`]: less(codes, code) },
      });
  }
  if (filter.from)
    chips.push({ key: "from", label: texts.filter.since(filter.from), without: { from: null } });
  if (filter.to) chips.push({ key: "to", label: texts.filter.until(filter.to), without: { to: null } });
  if (filter.sure)
    chips.push({ key: "sure", label: texts.filter.confidence[filter.sure], without: { sure: null } });
  if (route.params.lasso) chips.push({ key: "lasso", label: texts.filter.lasso, without: { lasso: null } });
  return chips;
}
