import { type Loaded, useShared } from "./hooks";
import { useOnce } from "./once";
import type { Pictures } from "./types";

/** The numbers of a picture; null unless `wanted`, or if the run has no such picture. */
export function usePicture<Name extends keyof Pictures>(name: Name, wanted = true): Loaded<Pictures[Name]> {
  const { source, run, overview } = useShared();
  const exists = overview.pictures.includes(name);
  return useOnce(`picture ${name}`, wanted && exists, () => source.picture<Pictures[Name]>(run, name));
}
