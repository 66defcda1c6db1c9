import { useEffect, useState } from "preact/hooks";
import { useServer } from "../data/hooks";
import type { TableColumns } from "../data/types";
import type { Kind } from "./order";

/** The columns of the source if it is one table; null if they are not known. */
export function useTable(kind: Kind, upload: string | null): TableColumns | null {
  const server = useServer();
  const [table, setTable] = useState<TableColumns | null>(null);
  useEffect(() => {
    setTable(null);
    const asked = kind === "upload" && upload ? { upload } : kind === "input" ? { input: true } : null;
    if (!asked) return;
    let current = true;
    server.columns(asked).then(
      (found) => current && setTable(found.columns.length ? found : null),
      () => {}, // names can be typed; problems with the file are reported when it is read
    );
    return () => {
      current = false;
    };
  }, [server, kind, upload]);
  return table;
}
