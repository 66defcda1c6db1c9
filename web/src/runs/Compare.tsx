import { useMemo } from "preact/hooks";
import { useLoaded, useShared } from "../data/hooks";
import type { Comparison, SankeyNumbers } from "../data/types";
import { saveCsv } from "../files/csv";
import { Chart, chartExports, ink } from "../parts/Chart";
import { Empty, Figure } from "../parts/Figure";
import { sankeyHeight, sankeyOption } from "../parts/sankey";
import { texts } from "../texts";

const text = texts.runs.compare;

/** Where the clusters of another run go: the flows, and the agreement in a sentence. */
export function Compare({ other, others }: { other: string; others: string[] }) {
  const { source, run, overview, route, open, dark } = useShared();
  const { value, error } = useLoaded(() => source.compare(run, other), [run, other]);
  const sankey = value ? plainLeft(value.sankey) : null;
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
      <p>{told(value, run, other)}</p>
      <Chart option={option} height={sankeyHeight(sankey)} label={sankey.alt} />
    </Figure>
  );
}

/** Colors mean clusters of the open run; those of the other one are other clusters. */
function plainLeft(numbers: SankeyNumbers): SankeyNumbers {
  return { ...numbers, left_clusters: numbers.left.map(() => -1) };
}

function told({ sankey, agreement: { moved, only } }: Comparison, run: string, other: string): string {
  const alone = [other, run].flatMap((one, i) => (only[i] ? [text.only(one, only[i])] : []));
  return [text.flows(sankey.title), text.moved(moved), ...alone].join(" ");
}
