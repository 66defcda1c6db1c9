import { useEffect, useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { TableColumns } from "../data/types";
import type { Kind } from "./order";

/** The columns of what a run is to be made of, where that is one table; null where they are not known. */
export function useTable(kind: Kind, upload: string | null): TableColumns | null {
  const { source } = useShared();
  const [table, setTable] = useState<TableColumns | null>(null);
  useEffect(() => {
    setTable(null);
    const asked = kind === "upload" && upload ? { upload } : kind === "input" ? { input: true } : null;
    if (!asked) return;
    let current = true;
    source.columns(asked).then(
      (found) => current && setTable(found.columns.length ? found : null),
      () => {}, // the fields can be typed into; what is wrong with the file is said when it is read
    );
    return () => {
      current = false;
    };
  }, [source, kind, upload]);
  return table;
}
