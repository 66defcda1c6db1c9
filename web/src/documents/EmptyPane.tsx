import { useShared } from "../data/hooks";
import type { Documents } from "../data/types";
import { Name } from "../parts/Name";
import { Tag } from "../parts/Tag";
import { texts } from "../texts";
import "../style/reading.css";

/** The pane while no document is open: how to open one, and a few suggestions. */
export function EmptyPane({ documents }: { documents: Documents }) {
  const { overview, shown, filter, open } = useShared();
  const up = filter.level === null ? null : overview.parents[filter.level];
  const wanted = new Set(filter.clusters);
  const some = shown.filter(
    ({ cluster, typical }) => typical.length && (!wanted.size || wanted.has(up?.[cluster] ?? cluster)),
  );
  return (
    <section class="card begin" data-testid="begin">
      <p>{texts.documents.choose}</p>
      <p class="note">{texts.documents.keys}</p>
      {some.length > 0 && <h3>{texts.documents.typical}</h3>}
      <ul>
        {some.map(({ cluster, typical }) => (
          <li key={cluster}>
            <button
              type="button"
              class="similar-row"
              onClick={() => open("documents", { row: typical[0] as number })}
            >
              <strong>
                <Name documents={documents} row={typical[0] as number} />
              </strong>
              <span />
              <Tag cluster={cluster} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
