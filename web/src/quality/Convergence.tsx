import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { ConvergenceNumbers } from "../data/types";
import { saveCsv } from "../files/csv";
import { Bars } from "../parts/Bars";
import { Chart, chartExports, ink } from "../parts/Chart";
import { barsOption, linesOption } from "../parts/chartOptions";
import { Figure, says } from "../parts/Figure";
import { texts } from "../texts";
import { curvesOf } from "./curves";
import { Unavailable, useFigure } from "./Unavailable";

const ACCENT = "#0072b2";

/** The criterion of every start, or the opinions of a consensus. */
export function Convergence() {
  const { value, error } = useFigure("convergence");
  if (!value) return <Unavailable name="convergence" error={error} />;
  return value.opinions.length ? <Opinions numbers={value} /> : <Curves numbers={value} />;
}

function Curves({ numbers }: { numbers: ConvergenceNumbers }) {
  const { route, open, dark } = useShared();
  const text = texts.quality;
  const log = route.params.log === "1";
  const made = (dark: boolean) =>
    linesOption(
      curvesOf(numbers.losses, log).map((values, i) => ({
        name: i === numbers.best ? text.bestStart(i) : text.start(i),
        values,
        color: i === numbers.best ? ACCENT : ink(dark).soft,
        front: i === numbers.best,
      })),
      { log, x: text.sweep, y: log ? text.distance : text.criterion },
      ink(dark),
    );
  const option = useMemo(() => made(dark), [numbers, log, dark]);
  const rows = numbers.losses.flatMap((curve, i) => curve.map((loss, sweep) => [i, sweep + 1, loss]));
  return (
    <Figure
      {...says(numbers)}
      testid="quality-convergence"
      exports={[
        { label: text.csv, run: () => saveCsv("convergence", text.convergenceColumns, rows) },
        ...chartExports("convergence", made(false)),
      ]}
      controls={
        <label>
          <input
            type="checkbox"
            checked={log}
            onChange={() => open("quality", { log: log ? null : 1 }, true)}
            data-testid="convergence-log"
          />
          {text.log}
        </label>
      }
    >
      <Chart option={option} height={300} label={numbers.alt} />
    </Figure>
  );
}

function Opinions({ numbers }: { numbers: ConvergenceNumbers }) {
  const text = texts.quality;
  const { opinions } = numbers;
  const names = opinions.map(([kind]) => kind);
  const lengths = opinions.map(([, shared, weight]) => shared ?? weight);
  return (
    <Figure
      {...says(numbers)}
      testid="quality-convergence"
      exports={[
        { label: text.csv, run: () => saveCsv("opinions", text.opinionColumns, opinions) },
        ...chartExports(
          "opinions",
          barsOption(
            names,
            lengths,
            names.map(() => ACCENT),
            ink(false),
          ),
        ),
      ]}
    >
      <Bars
        testid="opinions"
        bars={opinions.map(([kind, shared, weight], i) => ({
          key: kind,
          label: kind,
          color: ACCENT,
          length: lengths[i] as number,
          text: text.opinion(shared, weight),
        }))}
      />
    </Figure>
  );
}
