import type { Words } from "../data/types";

/** Words that a cluster uses more, and less, than the others do: by signed keyness, the strongest first. */
export function overAndUnderUsed(
  words: Words,
  cluster: number,
  n: number,
): { over: string[]; under: string[] } {
  const keyness = words.telling.keyness[cluster] ?? [];
  const order = keyness.map((_, place) => place).sort((a, b) => (keyness[b] ?? 0) - (keyness[a] ?? 0));
  const names = (places: number[]) =>
    places.map((place) => words.words[words.telling.index[place] as number] ?? "");
  return {
    over: names(order.slice(0, n).filter((place) => (keyness[place] ?? 0) > 0)),
    under: names(
      order
        .slice(-n)
        .reverse()
        .filter((place) => (keyness[place] ?? 0) < 0),
    ),
  };
}
