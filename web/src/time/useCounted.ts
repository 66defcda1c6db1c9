import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { bestUnit, type Crossed, countsOver, type Span, spanOf, type Unit, unitsFor } from "./buckets";
import { useOthers } from "./useOthers";

export interface Counted {
  span: Span;
  units: Unit[];
  /** The unit that was chosen; null if it is found automatically. */
  asked: Unit | null;
  crossed: Crossed;
}

/** Clusters by period, regardless of the selected clusters and dates; null if no document has a date. */
export function useCounted(dates: string[]): Counted | null {
  const { documents, overview, route } = useShared();
  const rows = useOthers("cluster", "date");
  const wanted = route.params.unit;
  return useMemo(() => {
    const span = rows && spanOf(dates, rows);
    if (!documents || !rows || !span) return null;
    const units = unitsFor(span);
    const asked = units.find((one) => one === wanted) ?? null;
    const unit = asked ?? bestUnit(span);
    const columns = { cluster: documents.cluster, dates };
    return { span, units, asked, crossed: countsOver(columns, rows, span, unit, overview.clusters.length) };
  }, [documents, rows, dates, wanted, overview]);
}
