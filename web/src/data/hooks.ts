import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Filter } from "../filter/filter";
import type { Page } from "../pages";
import { go, moved, type Route } from "../router";
import type { Server, Source } from "./source";
import type { Cluster, Documents, Overview, Session } from "./types";

/** The state that every page can use. */
export interface Shared {
  source: Source;
  session: Session;
  run: string;
  /** Its blocks and shares leave out hidden clusters. */
  overview: Overview;
  /** The clusters to list: all, or those that are not set aside as noise. */
  shown: Cluster[];
  /** Clusters that are set aside as noise and not shown. */
  hidden: Set<number>;
  /** Null until they have arrived: the first view does not wait for them. */
  documents: Documents | null;
  filter: Filter;
  /** Documents that pass the filter; null until they are there. */
  rows: Int32Array | null;
  route: Route;
  /** Go to a page; `changes` to the parameters of the address, null takes one away. */
  open(page: Page, changes?: Record<string, string | number | null>, replace?: boolean): void;
  /** After an edit: shows the new clusters, and loads the documents again if clusters were renumbered. */
  refresh(overview: Overview, renumbered: boolean): void;
  dark: boolean;
}

export const SharedContext = createContext<Shared | null>(null);

export function useShared(): Shared {
  const shared = useContext(SharedContext);
  if (!shared) throw new Error("outside of a run");
  return shared;
}

/** The program behind the page; only for parts of a page that a report does not have. */
export function useServer(): Server {
  const { server } = useShared().source;
  if (!server) throw new Error("a report has no server");
  return server;
}

export interface Loaded<T> {
  value: T | null;
  error: string | null;
}

/** The result of a promise. The previous value stays until the next one arrives. */
export function useLoaded<T>(load: () => Promise<T | null>, keys: unknown[]): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: null, error: null });
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setState({ value, error: null }),
      (error: Error) => current && setState({ value: null, error: error.message }),
    );
    return () => {
      current = false;
    };
  }, keys);
  return state;
}

export function opener(route: Route): Shared["open"] {
  return (page, changes = {}, replace = false) => go(moved(route, page, changes), replace);
}
