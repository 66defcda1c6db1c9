import { useShared } from "../data/hooks";
import { count } from "../texts";
import type { BlockWord } from "./selection";

/** Words with their counts; each opens its page. */
export function WordBars({ words, color }: { words: BlockWord[]; color: string }) {
  const { open } = useShared();
  const most = Math.max(...words.map((word) => word.count), 1);
  return (
    <ol class="plain-list word-bars">
      {words.map(({ word, count: n }) => (
        <li key={word}>
          <button type="button" class="word-bar" onClick={() => open("words", { word })}>
            <span class="word">{word}</span>
            <span class="bar">
              <span style={{ width: `${(100 * n) / most}%`, background: color }} />
            </span>
            <span class="number soft">{count(Math.round(n))}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
