import { useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { Refused } from "../data/source";
import type { Edit } from "../data/types";
import { renumbers } from "./history";

const OUTDATED = 409; // somebody else has changed the clusters

export interface Editing {
  /** Whether clusters can be changed here: not in a report, not in a run that is only shown. */
  allowed: boolean;
  busy: boolean;
  /** Why the last edit was refused. */
  error: string | null;
  /** Saves an edit in the run folder; false if it was refused. */
  send(edit: Edit): Promise<boolean>;
}

export function useEdit(): Editing {
  const { source, session, run, overview, refresh, route, open } = useShared();
  const [state, setState] = useState({ busy: false, error: null as string | null });
  const send = async (edit: Edit) => {
    if (!source.server) return false;
    setState({ busy: true, error: null });
    try {
      const next = await source.server.edit(run, edit);
      const renumbered = renumbers(edit, overview.edits);
      refresh(next, renumbered);
      if (renumbered && route.params.c) open("clusters", { c: null }, true); // it meant other clusters
      setState({ busy: false, error: null });
      return true;
    } catch (error) {
      if ((error as Refused).status === OUTDATED) refresh(await source.overview(run), true);
      setState({ busy: false, error: (error as Error).message });
      return false;
    }
  };
  return { allowed: source.server !== undefined && !session.read_only, ...state, send };
}
