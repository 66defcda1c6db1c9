import type { Documents } from "../data/types";

/** The title of a document with its id, small, next to it; the id alone if it has no title. */
export function Name({ documents, row }: { documents: Documents; row: number }) {
  const id = documents.ids[row];
  const title = documents.titles?.[row];
  if (!title) return <>{id}</>;
  return (
    <>
      {title} <small class="doc-key">{id}</small>
    </>
  );
}
