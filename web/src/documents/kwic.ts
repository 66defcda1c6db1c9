import { composed, fold } from "../search/fold";
import { marksOf, type Term } from "../search/query";

/** One occurrence of a search term with the text around it. */
export interface Line {
  row: number;
  left: string;
  keyword: string;
  right: string;
}

export const ORDERS = ["right", "left", "document"] as const;
export type Order = (typeof ORDERS)[number];

/** Limits: texts to read, lines per text, characters on each side. */
export const READ = 300;
const PER_TEXT = 20;
const WIDTH = 90;

/** Every occurrence in some texts, those of one text after each other. */
export function linesOf(texts: { row: number; text: string }[], terms: Term[]): Line[] {
  return texts.flatMap(({ row, text }) => {
    const whole = composed(text);
    return marksOf(fold(whole), terms)
      .slice(0, PER_TEXT)
      .map(([from, to]) => ({
        row,
        left: flat(whole.slice(Math.max(0, from - 2 * WIDTH), from)).slice(-WIDTH),
        keyword: flat(whole.slice(from, to)),
        right: flat(whole.slice(to, to + 2 * WIDTH)).slice(0, WIDTH),
      }));
  });
}

const flat = (text: string) => text.replace(/\s+/g, " ");

/** Sorted by the words after the keyword, by those before it (the nearest first), or as the texts come. */
export function sorted(lines: Line[], order: Order): Line[] {
  if (order === "document") return lines;
  const key = (line: Line) => {
    const words = fold(line[order]).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
    return (order === "left" ? words.reverse() : words).join(" ");
  };
  return lines
    .map((line) => ({ line, key: key(line) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ line }) => line);
}
