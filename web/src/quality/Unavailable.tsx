import { type Loaded, useLoaded, useShared } from "../data/hooks";
import type { Numbers } from "../data/types";
import { Figure } from "../parts/Figure";
import { texts } from "../texts";

export type Name = keyof typeof texts.quality.questions;

/** The numbers of a picture, asked for again after an edit; not asked for where the run is known to have none. */
export function usePicture<T extends Numbers>(name: Name): Loaded<T | null> {
  const { source, run, overview } = useShared();
  const there = overview.pictures.includes(name);
  const loaded = useLoaded<T | null>(
    async () => (there ? source.picture<T>(run, name) : null),
    [run, overview.edits.length, there],
  );
  return there ? loaded : { value: null, error: texts.quality.absent[name] };
}

/** In place of a picture that is not there yet, or that this run cannot have: a sentence that says why. */
export function Unavailable({ name, error }: { name: Name; error: string | null }) {
  return (
    <Figure title={texts.quality.questions[name]} testid={`quality-${name}`}>
      <p class="soft" role="status">
        {error ?? texts.loading}
      </p>
    </Figure>
  );
}
