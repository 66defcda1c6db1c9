import { useLoaded, useShared } from "../data/hooks";
import type { Numbers } from "../data/types";
import { Figure } from "../parts/Figure";
import { texts } from "../texts";

export type Name = keyof typeof texts.quality.questions;

/** The numbers of a picture, asked for again after an edit. */
export function usePicture<T extends Numbers>(name: Name) {
  const { source, run, overview } = useShared();
  return useLoaded(() => source.picture<T>(run, name), [run, overview.edits.length]);
}

/** In place of a picture that is not there yet, or that this run cannot have: a sentence that says why. */
export function Absent({ name, error }: { name: Name; error: string | null }) {
  return (
    <Figure title={texts.quality.questions[name]} testid={`quality-${name}`}>
      <p class="soft" role="status">
        {error ?? texts.loading}
      </p>
    </Figure>
  );
}
