import type { Documents } from "../data/types";

/** What a document is called: its title with the small id next to it, or the id where it has no title. */
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
