import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { clusterLine } from "../data/labels";
import type { Codes, Overview } from "../data/types";
import { saveCsv } from "../files/csv";
import { chartExports, ink } from "../parts/Chart";
import { heatOption } from "../parts/chartOptions";
import { Figure } from "../parts/Figure";
import { type HeatCell, HeatTable } from "../parts/HeatTable";
import { Pick } from "../parts/Pick";
import { texts } from "../texts";
import { percent } from "../texts/percent";
import { signed } from "../texts/time";
import { crossTable, matched, strongest, type Table } from "./cross";
import { MEASURES, type Measure, measureOf } from "./state";
import { useOthers } from "./useOthers";

const FEW = 8;
const CHANCE = 2; // residuals up to this are hardly worth a word
const STRONG = 10; // those beyond this have the full color

/** Clusters by the values of a column of the input. */
export function Groups({ columns }: { columns: Record<string, Codes> }) {
  const { documents, overview, shown, route, filter, open } = useShared();
  const text = texts.time.groups;
  const names = Object.keys(columns);
  const by = names.find((name) => name === route.params.by) ?? (names[0] as string);
  const column = columns[by] as Codes;
  const rows = useOthers("cluster", `is.${by}`);
  const table = useMemo(
    () => (documents && rows ? crossTable(documents.cluster, column, rows, overview.clusters.length) : null),
    [documents, rows, column, overview],
  );
  if (!table) return null;
  const measure = measureOf(route.params.cell);
  const order = route.params.order ?? (table.values.length > FEW ? "cluster" : "name");
  const places = order === "cluster" ? matched(table) : table.values.map((_, j) => j);
  const valueAt = (j: number) => table.values[places[j] as number] as number;
  const heads = places.map((_, j) => ({
    label: column.names[valueAt(j)] ?? "",
    on: filter.values[by]?.includes(valueAt(j)) ?? false,
  }));
  const own = shown.map(({ cluster, label, color }) => ({
    cluster,
    label,
    color,
    on: filter.level === null && filter.clusters.includes(cluster),
  }));
  const cells = own.map((head) =>
    heads.map(({ label }, j) => cellOf(table, measure, head.cluster, places[j] as number, head.label, label)),
  );
  const finding = findingOf(table, by, column, overview);
  const filterRow = (i: number) => ({ c: own[i]?.on ? null : (own[i]?.cluster ?? null), level: null });
  const filterColumn = (j: number) => ({ [`is.${by}`]: heads[j]?.on ? null : valueAt(j) });
  return (
    <Figure
      question={text.question(by)}
      title={finding}
      alt={text.alt(own.length, heads.length, finding)}
      note={text.note(table.total)}
      testid="groups"
      exports={[
        {
          label: texts.clusters.csv,
          run: () =>
            saveCsv(
              `clusters-by-${by}`,
              [texts.time.cluster, by, texts.time.documents, text.expected, text.residual],
              longTable(table, column),
            ),
        },
        ...chartExports(
          `clusters-by-${by}`,
          heatOption(
            own.map(clusterLine),
            heads.map(({ label }) => label),
            cells,
            ink(false),
          ),
          Math.max(760, 260 + 52 * heads.length),
          180 + 30 * own.length,
        ),
      ]}
      controls={
        <>
          <Pick label={text.by} names={{}} values={names} value={by} name="by" />
          <Pick<Measure>
            label={text.cell}
            names={text.measures}
            values={MEASURES}
            value={measure}
            name="cell"
          />
          <Pick
            label={text.order}
            names={text.orders}
            values={["cluster", "name"]}
            value={order === "name" ? "name" : "cluster"}
            name="order"
          />
        </>
      }
    >
      {table.total ? (
        <HeatTable
          caption={finding}
          rows={own}
          columns={heads}
          cells={cells}
          onRow={(k) => open("time", filterRow(k))}
          onColumn={(j) => open("time", filterColumn(j))}
          onCell={(k, j) => open("time", { ...filterRow(k), ...filterColumn(j) })}
          testid="groups-table"
        />
      ) : (
        <p class="soft">{text.nothing(by)}</p>
      )}
    </Figure>
  );
}

function cellOf(
  table: Table,
  measure: Measure,
  k: number,
  j: number,
  cluster: string,
  value: string,
): HeatCell {
  const at = (values: number[][]) => values[k]?.[j] ?? 0;
  const [n, lift, residual] = [at(table.counts), at(table.lift), at(table.residual)];
  const share = n / Math.max(table.counts[k]?.reduce((sum, one) => sum + one, 0) ?? 0, 1);
  const shown = {
    lift: lift.toFixed(1),
    residual: signed(residual),
    count: n.toLocaleString("en"),
    share: percent(share),
  };
  return {
    text: shown[measure],
    tone: residual / STRONG,
    title: texts.time.groups.title(cluster, value, n, lift, residual),
  };
}

function findingOf(table: Table, by: string, column: Codes, { clusters }: Overview): string {
  const best = strongest(table);
  const at = best && (table.residual[best[0]]?.[best[1]] ?? 0);
  if (!best || !at || at <= CHANCE) return texts.time.groups.alike(by);
  const value = column.names[table.values[best[1]] as number] ?? "";
  return texts.time.groups.finding(
    clusters[best[0]]?.label ?? "",
    table.lift[best[0]]?.[best[1]] ?? 0,
    by,
    value,
  );
}

function longTable({ counts, lift, residual, values }: Table, column: Codes): unknown[][] {
  return counts.flatMap((row, k) =>
    row.map((n, j) => [k, column.names[values[j] as number], n, lift[k]?.[j], residual[k]?.[j]]),
  );
}
