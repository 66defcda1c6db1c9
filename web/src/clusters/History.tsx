import { useShared } from "../data/hooks";
import { texts } from "../texts";
import { historyOf } from "./history";

/** The edits and their times; undone ones are struck out. */
export function History() {
  const { overview } = useShared();
  const lines = historyOf(overview.edits);
  if (!lines.length) return null;
  return (
    <details class="card history" data-testid="history">
      <summary>{texts.clusters.history(lines.length)}</summary>
      <p class="note">{texts.clusters.historyNote}</p>
      <ol reversed>
        {lines.map(({ edit, undone }, i) => (
          <li key={lines.length - i} data-testid="history-line">
            {edit.at && <time dateTime={edit.at}>{when(edit.at)}</time>}{" "}
            {undone ? (
              <>
                <s>{texts.clusters.done(edit)}</s> <span class="soft">({texts.clusters.undone})</span>
              </>
            ) : (
              texts.clusters.done(edit)
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** As the person's clock has it: 2026-11-16 14:05. */
function when(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : date.toLocaleString("sv").slice(0, 16);
}
