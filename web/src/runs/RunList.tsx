import { useShared } from "../data/hooks";
import type { RunEntry } from "../data/types";
import { href } from "../router";
import { count, texts } from "../texts";

const text = texts.runs.list;

/** The runs that can be opened, the latest first. */
export function RunList({ runs }: { runs: RunEntry[] }) {
  const sorted = [...runs].sort((a, b) => b.created.localeCompare(a.created));
  const judged = runs.some((entry) => typeof entry.metrics.nmi === "number");
  return (
    <section class="card run-list" data-testid="run-list">
      <h2>{text.heading}</h2>
      <table>
        <thead>
          <tr>
            <th>{text.name}</th>
            <th class="number">{text.documents}</th>
            <th class="number">{text.clusters}</th>
            {judged && <th>{text.agreement}</th>}
            <th>{text.created}</th>
            <th>
              <span class="unseen">{text.compare}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((entry) => (
            <Row key={entry.run} entry={entry} judged={judged} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ entry, judged }: { entry: RunEntry; judged: boolean }) {
  const { run, route, open } = useShared();
  const here = entry.run === run;
  const { nmi, ari } = entry.metrics;
  return (
    <tr data-testid={`run-${entry.run}`} aria-current={here ? "true" : undefined}>
      <th scope="row" class="run-name">
        <a href={href({ page: "blocks", params: { run: entry.run } })}>{entry.run}</a>
        {here && <span class="badge">{text.open}</span>}
        <span class="run-model soft">{entry.model}</span>
      </th>
      <td class="number" data-label={text.documents}>
        {entry.documents === null ? text.unknown : count(entry.documents)}
      </td>
      <td class="number" data-label={text.clusters}>
        {entry.n_clusters?.join(" × ") ?? text.unknown}
      </td>
      {judged && (
        <td data-label={text.agreement}>
          {typeof nmi === "number" && typeof ari === "number" ? (
            <Lines lines={[text.nmi(nmi), text.ari(ari)]} />
          ) : (
            text.unknown
          )}
        </td>
      )}
      <td class="soft" data-label={text.created}>
        <Lines lines={made(entry.created)} />
      </td>
      <td>
        {run !== "" && !here && (
          <button
            type="button"
            class="small"
            aria-pressed={route.params.with === entry.run}
            aria-label={text.compareWith(entry.run)}
            onClick={() => open("runs", { with: entry.run })}
            data-testid={`compare-${entry.run}`}
          >
            {text.compare}
          </button>
        )}
      </td>
    </tr>
  );
}

/** Short lines that stay together and stack if there is little room. */
function Lines({ lines }: { lines: string[] }) {
  return (
    <span class="run-lines">
      {lines.map((line) => (
        <span key={line}>{line} </span>
      ))}
    </span>
  );
}

/** Day and minute, in the time of the reader. */
function made(created: string): string[] {
  const at = new Date(created);
  if (Number.isNaN(at.getTime())) return [text.unknown];
  return [
    at.toLocaleDateString("en-GB", { dateStyle: "medium" }),
    at.toLocaleTimeString("en-GB", { timeStyle: "short" }),
  ];
}
