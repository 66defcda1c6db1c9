import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { saveCsv } from "../files/csv";
import { Chart, chartExports, ink } from "../parts/Chart";
import { histogramOption } from "../parts/chartOptions";
import { Figure } from "../parts/Figure";
import { texts } from "../texts";
import { histogramOf } from "./confidence";

const ACCENT = "#0072b2";
const UNSURE = 0.5;

/** A histogram of how sure the documents are. */
export function Sharpness() {
  const { documents, rows, dark } = useShared();
  const text = texts.quality.sharp;
  const found = useMemo(() => (documents && rows ? histogramOf(documents, rows) : null), [documents, rows]);
  const width = 1 / (found?.edges.length ?? 1);
  const made = (dark: boolean) =>
    histogramOption(found?.edges.map((from) => text.bin(from)) ?? [], found?.counts ?? [], ACCENT, ink(dark));
  const option = useMemo(() => made(dark), [found, dark]);
  if (!found) return null;
  const { median, counts, edges, unknown } = found;
  const unsure = counts.filter((_, i) => (edges[i] as number) < UNSURE).reduce((sum, n) => sum + n, 0);
  const total = counts.reduce((sum, n) => sum + n, 0);
  const title = median === null ? text.unknown : text.title(median, unsure, total, UNSURE);
  return (
    <Figure
      question={text.question}
      title={title}
      alt={text.alt(title)}
      note={text.note(unknown)}
      testid="quality-sharp"
      exports={[
        {
          label: texts.quality.csv,
          run: () =>
            saveCsv(
              "confidence",
              text.columns,
              counts.map((n, i) => [edges[i], (edges[i] as number) + width, n]),
            ),
        },
        ...chartExports("confidence", made(false)),
      ]}
    >
      {median !== null && <Chart option={option} height={300} label={text.alt(title)} />}
    </Figure>
  );
}
