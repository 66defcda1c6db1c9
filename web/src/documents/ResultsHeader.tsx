import { useShared } from "../data/hooks";
import type { Documents } from "../data/types";
import { saveCsv } from "../files/csv";
import { texts } from "../texts";
import { table } from "./listing";
import { SearchField } from "./SearchField";
import type { Listed } from "./useListed";

interface Props {
  documents: Documents;
  listed: Listed & { list: Int32Array };
}

/** The search, how much it found, how it is sorted, and the table of it. */
export function ResultsHeader({ documents, listed }: Props) {
  const { run, overview, open } = useShared();
  const { list, sort, sorts, query } = listed;
  const t = texts.documents;
  return (
    <div class="docs-head">
      <SearchField />
      <span class="docs-count" role="status" data-testid="found">
        {saying(listed)}
      </span>
      <span class="controls">
        {query && (
          <button
            type="button"
            class="small only-narrow"
            data-testid="show-kwic"
            onClick={() => open("documents", { view: "kwic", row: null })}
          >
            {t.kwic}
          </button>
        )}
        <label>
          {t.sort}
          <select
            class="small"
            value={sort}
            data-testid="sort"
            onChange={(event) => open("documents", { sort: event.currentTarget.value }, true)}
          >
            {sorts.map((name) => (
              <option key={name} value={name}>
                {t.sorts[name]}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="small"
          data-testid="documents-csv"
          disabled={!list.length}
          onClick={() => saveCsv(`${run} documents`, ...table(documents, overview, list))}
        >
          CSV
        </button>
      </span>
    </div>
  );
}

function saying({ found, searching, error, list }: Props["listed"]): string {
  const t = texts.documents;
  if (error) return error;
  if (searching) return t.searching;
  if (!found) return t.listed(list.length);
  const all = found.total === list.length ? t.found(found.total) : t.passing(list.length, found.total);
  if (found.partial) return `${all}; ${t.partial}`;
  return found.rows.length < found.total ? `${all}; ${t.first(found.rows.length)}` : all;
}
