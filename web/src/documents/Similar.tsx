import { useLoaded, useShared } from "../data/hooks";
import type { Documents } from "../data/types";
import { Name } from "../parts/Name";
import { Tag } from "../parts/Tag";
import { texts } from "../texts";

/** Documents that use the same words. */
export function Similar({ row, documents }: { row: number; documents: Documents }) {
  const { source, run, open } = useShared();
  const { value, error } = useLoaded(() => source.similar(run, row), [source, run, row]);
  return (
    <section class="similar" data-testid="similar">
      <h3>{texts.documents.similar}</h3>
      {error && <p class="note">{error}</p>}
      {value && !value.length && <p class="note">{texts.documents.noSimilar}</p>}
      <ul>
        {value?.map(({ row: other, similarity }) => (
          <li key={other}>
            <button type="button" class="similar-row" onClick={() => open("documents", { row: other })}>
              <strong>
                <Name documents={documents} row={other} />
              </strong>
              <span class="number" title={texts.documents.similarity(similarity.toFixed(2))}>
                {similarity.toFixed(2)}
              </span>
              <Tag cluster={documents.cluster[other] as number} />
              <span class="doc-excerpt">{documents.excerpts?.[other]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
