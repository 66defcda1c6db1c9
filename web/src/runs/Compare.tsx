import { useMemo } from "preact/hooks";
import { useLoaded, useServer, useShared } from "../data/hooks";
import { lineIn } from "../data/labels";
import type { Comparison, Overview, SankeyNumbers } from "../data/types";
import { saveCsv } from "../files/csv";
import { Chart, chartExports, ink } from "../parts/Chart";
import { Empty, Figure } from "../parts/Figure";
import { sankeyHeight, sankeyOption } from "../parts/sankey";
import { texts } from "../texts";

const text = texts.runs.compare;

/** The flows between the clusters of two runs, and their agreement in a sentence. */
export function Compare({ other, others }: { other: string; others: string[] }) {
  const server = useServer();
  const { run, overview, route, open, dark } = useShared();
  const { value, error } = useLoaded(() => server.compare(run, other), [run, other]);
  const sankey = value ? withLines(value.sankey, overview) : null;
  const color = (k: number) => overview.clusters[k]?.color ?? "";
  const option = useMemo(() => (sankey ? sankeyOption(sankey, color, ink(dark)) : {}), [value, dark]);
  const close = (
    <button type="button" class="small" onClick={() => open(route.page, { with: null })}>
      {text.close}
    </button>
  );
  if (error)
    return (
      <Empty>
        <p>{error}</p>
        {close}
      </Empty>
    );
  if (!sankey || !value) return <Empty>{text.reading}</Empty>;
  const rows = sankey.flows.flatMap((row, i) =>
    row.flatMap((n, j) => (n ? [[sankey.left[i], sankey.right[j], n]] : [])),
  );
  const { nmi, ari, documents } = value.agreement;
  const name = `${other}-${run}`;
  return (
    <Figure
      question={text.question}
      title={text.agreement(run, other, nmi, ari, documents)}
      alt={sankey.alt}
      note={`${text.sides(run, other)} ${sankey.note} ${text.scale}`}
      testid="comparison"
      controls={
        <>
          <label>
            {text.with}
            <select
              value={other}
              onChange={(event) => open(route.page, { with: event.currentTarget.value }, true)}
              data-testid="compare-with"
            >
              {others.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          {close}
        </>
      }
      exports={[
        { label: text.csv, run: () => saveCsv(name, text.columns, rows) },
        ...chartExports(name, sankeyOption(sankey, color, ink(false)), 960, sankeyHeight(sankey)),
      ]}
    >
      <p>{sentenceOf(value, run, other)}</p>
      <Chart option={option} height={sankeyHeight(sankey)} label={sankey.alt} />
    </Figure>
  );
}

/** Colors mean clusters of the open run; those of the other run on the left have none. */
function withLines(numbers: SankeyNumbers, { clusters }: Overview): SankeyNumbers {
  return {
    ...numbers,
    left_clusters: numbers.left.map(() => -1),
    right: numbers.right_clusters.map((k, j) => lineIn(clusters, k, numbers.right[j])),
  };
}

function sentenceOf({ sankey, agreement: { moved, only } }: Comparison, run: string, other: string): string {
  const alone = [other, run].flatMap((one, i) => (only[i] ? [text.only(one, only[i])] : []));
  return [text.flows(sankey.title), text.moved(moved), ...alone].join(" ");
}
