import { useShared } from "../data/hooks";
import { saveCsv } from "../files/csv";
import { Figure } from "../parts/Figure";
import { texts } from "../texts";
import { flattened, formatted } from "./settings";

/** The model, its settings, its measures and the notes of the fit. */
export function Provenance() {
  const { overview } = useShared();
  const text = texts.quality.made;
  const facts: [string, string][] = [
    [text.run, overview.run],
    [text.fitted, overview.created.slice(0, 16).replace("T", " ")],
    [text.version, overview.version],
    [text.size, text.matrix(overview.documents, overview.words, overview.entries)],
  ];
  const measures = Object.entries(overview.metrics)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, string] => [text.names[name] ?? name, formatted(value)]);
  const settings = flattened(overview.config);
  return (
    <Figure
      question={text.question}
      title={text.title(overview.model, overview.model_title)}
      testid="quality-made"
      exports={[
        {
          label: texts.quality.csv,
          run: () => saveCsv("made", text.columns, [...facts, ...measures, ...settings]),
        },
      ]}
    >
      <Lines lines={facts} />
      <h3>{text.measures}</h3>
      <Lines lines={measures} />
      {overview.remarks.length > 0 && (
        <>
          <h3>{text.remarks}</h3>
          <ul class="remarks">
            {overview.remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>{text.settings}</summary>
        <Lines lines={settings} />
      </details>
    </Figure>
  );
}

function Lines({ lines }: { lines: [string, string][] }) {
  return (
    <dl class="lines">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
