import { useShared } from "../data/hooks";
import { Name } from "../parts/Name";

const CHARACTERS = 130;

/** Typical documents of a cluster with their first words; a click opens one. */
export function Typical({ rows }: { rows: number[] }) {
  const { documents, open } = useShared();
  if (!documents) return null;
  return (
    <ul class="plain-list">
      {rows.map((row) => (
        <li key={row}>
          <button type="button" class="block-link" onClick={() => open("documents", { row })}>
            <strong>
              <Name documents={documents} row={row} />
            </strong>
            <span class="soft excerpt">{documents.excerpts?.[row]?.slice(0, CHARACTERS)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
