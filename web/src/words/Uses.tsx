import { useShared } from "../data/hooks";
import { texts } from "../texts";
import { signed, signedWidth } from "./bars";
import type { Use } from "./tops";

interface Props {
  uses: Use[];
  color: string;
}

/** Words with how often the cluster uses them, before how often all do. */
export function Counts({ uses, color }: Props) {
  const most = Math.max(1, ...uses.map(({ total }) => total));
  const width = (value: number) => `${(100 * value) / most}%`;
  return (
    <ul class="uses">
      {uses.map(({ word, count: inside, total }) => (
        <li key={word}>
          <WordButton word={word} />
          <span class="use-track" aria-hidden="true">
            <span class="use-bar use-all" style={{ width: width(total) }} />
            <span class="use-bar" style={{ width: width(inside), "--ink": color }} />
          </span>
          <span class="number soft">{texts.words.counts(inside, total)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Words with signed bars: overuse to the right, underuse to the left. */
export function Signed({ uses, color }: Props) {
  const most = Math.max(0, ...uses.map(({ score }) => Math.abs(score)));
  return (
    <ul class="uses">
      {uses.map(({ word, score }) => (
        <li key={word}>
          <WordButton word={word} />
          <SignedBar score={score} most={most} color={color} />
          <span class="number soft">{signed(score)}</span>
        </li>
      ))}
    </ul>
  );
}

export function SignedBar({ score, most, color }: { score: number; most: number; color: string }) {
  const width = `${signedWidth(score, most) / 2}%`;
  return (
    <span class="use-track use-signed" aria-hidden="true">
      <span class={score > 0 ? "use-bar use-over" : "use-bar use-under"} style={{ width, "--ink": color }} />
    </span>
  );
}

export function WordButton({ word }: { word: string }) {
  const { open } = useShared();
  return (
    <button type="button" class="word-link" data-testid="word" onClick={() => open("words", { word })}>
      {word}
    </button>
  );
}
