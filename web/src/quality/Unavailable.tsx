import { type Loaded, useShared } from "../data/hooks";
import type { Pictures } from "../data/types";
import { usePicture } from "../data/usePicture";
import { Figure } from "../parts/Figure";
import { texts } from "../texts";

export type Question = keyof typeof texts.quality.questions & keyof Pictures;

/** The numbers of a picture, or a sentence that says why this run has none. */
export function useFigure<Name extends Question>(name: Name): Loaded<Pictures[Name]> {
  const { overview } = useShared();
  const loaded = usePicture(name);
  return overview.pictures.includes(name) ? loaded : { value: null, error: texts.quality.absent[name] };
}

/** In place of a picture that is not there yet, or that this run cannot have: a sentence that says why. */
export function Unavailable({ name, error }: { name: Question; error: string | null }) {
  return (
    <Figure title={texts.quality.questions[name]} testid={`quality-${name}`}>
      <p class="soft" role="status">
        {error ?? texts.loading}
      </p>
    </Figure>
  );
}
