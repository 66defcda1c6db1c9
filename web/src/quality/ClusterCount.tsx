import { useMemo, useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { ClustersNumbers } from "../data/types";
import { saveCsv } from "../files/csv";
import { Chart, chartExports, ink } from "../parts/Chart";
import { linesOption } from "../parts/chartOptions";
import { Figure, says } from "../parts/Figure";
import { texts } from "../texts";
import { formatted } from "./settings";
import { Unavailable, useFigure } from "./Unavailable";

/** How many clusters: fitted again only when someone asks, since that takes a while. */
export function ClusterCount() {
  const { source, overview } = useShared();
  const text = texts.quality.many;
  const [asked, setAsked] = useState(false);
  const there = overview.pictures.includes("clusters");
  if (!source.server && !there) return <Unavailable name="clusters" error={text.report} />;
  if (asked || !there || !source.server) return <Tried />;
  return (
    <Figure title={texts.quality.questions.clusters} testid="quality-clusters">
      <p class="soft">{text.ask}</p>
      <p>
        <button type="button" class="primary" onClick={() => setAsked(true)} data-testid="try-numbers">
          {text.button}
        </button>
      </p>
    </Figure>
  );
}

const ACCENT = "#0072b2";

function Tried() {
  const { value, error } = useFigure("clusters");
  const { dark } = useShared();
  const text = texts.quality.many;
  const made = (column: number, dark: boolean) => {
    const points = (value?.pairs ?? []).map(([g], i): [number, number] => [
      g,
      value?.values[i]?.[column] ?? 0,
    ]);
    const name = value?.columns[column] ?? "";
    return linesOption(
      [{ name, values: points, color: ACCENT, front: true }],
      { log: false, x: text.head, y: name },
      ink(dark),
    );
  };
  const options = useMemo(() => (value?.columns ?? []).map((_, i) => made(i, dark)), [value, dark]);
  if (!value) return <Unavailable name="clusters" error={error ?? text.waiting} />;
  const rows = value.pairs.map((pair, i) => [...pair, ...(value.values[i] ?? [])]);
  return (
    <Figure
      {...says(value)}
      testid="quality-clusters"
      exports={[
        {
          label: texts.quality.csv,
          run: () => saveCsv("clusters", [...text.columns, ...value.columns], rows),
        },
        ...chartExports("clusters", made(value.columns.length - 1, false)),
      ]}
    >
      <div class="many">
        {options.map((option, i) => (
          <Chart key={value.columns[i]} option={option} height={200} label={value.columns[i] ?? ""} />
        ))}
      </div>
      <Grid numbers={value} />
    </Figure>
  );
}

function Grid({ numbers }: { numbers: ClustersNumbers }) {
  const text = texts.quality.many;
  const same = (a: [number, number], b: [number, number] | null) =>
    b !== null && a[0] === b[0] && a[1] === b[1];
  return (
    <div class="heat-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{text.head}</th>
            {numbers.columns.map((column) => (
              <th key={column} scope="col" class="number">
                {column}
              </th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {numbers.pairs.map((pair, i) => (
            <tr key={pair.join()}>
              <th scope="row">{text.pair(...pair)}</th>
              {(numbers.values[i] ?? []).map((value, j) => (
                <td key={numbers.columns[j]} class="number">
                  {value === null ? "" : formatted(value)}
                </td>
              ))}
              <td class="soft">
                {[
                  same(pair, numbers.recommended) && text.recommended,
                  !numbers.recommended && numbers.candidates.includes(pair[0]) && text.candidate,
                  same(pair, numbers.fitted) && text.fitted,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
