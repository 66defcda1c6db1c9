import type { Found } from "../data/types";
import { composed, fold } from "./fold";
import { parseQuery, spansOf, type Term } from "./query";

export type Scan = (query: string, limit: number) => Found;

/** Searches texts that are in the page. They are folded once, when the first query comes. */
export function scanner(ids: string[], texts: (row: number) => string, titles?: string[] | null): Scan {
  let folded: string[] | null = null;
  return (query, limit) => {
    const terms = parseQuery(query);
    if (!terms.length) return { rows: [], total: 0 };
    folded ??= ids.map((id, row) => fold(composed(`${id}\n${titles?.[row] ?? ""}\n${texts(row)}`)));
    const found = holding(folded, terms);
    return { rows: found.slice(0, limit).map(([row]) => row), total: found.length };
  };
}

/** Rows that hold every term, those that hold most of them, for their length, first. */
function holding(folded: string[], terms: Term[]): [number, number][] {
  const found: [number, number][] = [];
  for (let row = 0; row < folded.length; row++) {
    const score = scoreOf(folded[row] as string, terms);
    if (score > 0) found.push([row, score]);
  }
  return found.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/** As BM25 counts: the second time says less than the first, and a long text says less than a short one. */
function scoreOf(text: string, terms: Term[]): number {
  let score = 0;
  for (const term of terms) {
    const n = spansOf(text, term).length;
    if (!n) return 0;
    score += n / (n + 1 + text.length / 2000);
  }
  return score;
}
