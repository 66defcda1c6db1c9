import { type Loaded, useLoaded, useShared } from "./hooks";
import type { Source } from "./source";
import type { Overview, Words } from "./types";

const kept = new WeakMap<Overview, Promise<Words>>();

/** The words of a run, asked for once; an edit makes a new overview, and they are asked for again. */
export function wordsOf(source: Source, run: string, overview: Overview): Promise<Words> {
  const known = kept.get(overview);
  if (known) return known;
  const asked = source.words(run);
  kept.set(overview, asked);
  asked.catch(() => kept.delete(overview)); // ask again next time
  return asked;
}

export function useWords(): Loaded<Words> {
  const { source, run, overview } = useShared();
  return useLoaded(() => wordsOf(source, run, overview), [source, run, overview]);
}
