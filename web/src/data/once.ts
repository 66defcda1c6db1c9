import { type Loaded, useLoaded, useShared } from "./hooks";
import type { Source } from "./source";

interface Answer {
  key: string;
  promise: Promise<unknown>;
}

const answers = new WeakMap<Source, Map<string, Answer>>();

/** The answer to a question that several parts of a page ask: loaded once for each key, then shared. */
export function once<T>(source: Source, name: string, key: string, load: () => Promise<T>): Promise<T> {
  const known = answers.get(source) ?? new Map<string, Answer>();
  answers.set(source, known);
  const former = known.get(name);
  if (former?.key === key) return former.promise as Promise<T>;
  const answer = { key, promise: load() };
  known.set(name, answer);
  answer.promise.catch(() => {
    if (known.get(name) === answer) known.delete(name); // try again next time
  });
  return answer.promise;
}

/** The same for a component, null unless `wanted`. An edit of the run makes every answer stale. */
export function useOnce<T>(name: string, wanted: boolean, load: () => Promise<T>): Loaded<T> {
  const { source, run, overview } = useShared();
  const key = `${run} ${overview.edits.length}`;
  return useLoaded<T>(
    async () => (wanted ? once(source, name, key, load) : null),
    [source, name, key, wanted],
  );
}
