import { useShared } from "../data/hooks";
import { Name } from "../parts/Name";
import { href, moved } from "../router";
import { texts } from "../texts";

const SHOWN = 3;

/** Typical documents of a cluster; each opens on the Documents page. */
export function Typical({ rows }: { rows: number[] }) {
  const { documents, route } = useShared();
  if (!documents || !rows.length) return null;
  return (
    <section class="typical" aria-label={texts.clusters.typical}>
      <h4>{texts.clusters.typical}</h4>
      <ul>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row}>
            <a href={href(moved(route, "documents", { row }))}>
              <Name documents={documents} row={row} />
            </a>
            <p class="typical-text">{documents.excerpts?.[row] ?? texts.clusters.noText}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
