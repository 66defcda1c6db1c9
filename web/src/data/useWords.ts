import { type Loaded, useShared } from "./hooks";
import { useOnce } from "./once";
import type { Words } from "./types";

/** The words of the run; null unless `wanted`. */
export function useWords(wanted = true): Loaded<Words> {
  const { source, run } = useShared();
  return useOnce("words", wanted, () => source.words(run));
}
