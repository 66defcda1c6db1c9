import { Refused, type Source } from "./source";
import type { Documents, Found, Near, Numbers, Overview, WordProfile, Words } from "./types";

/** What report/page.py writes into the page. */
export interface Deck {
  overview: Overview;
  documents: Documents;
  words: Words;
  pictures: Record<string, Numbers>;
  texts: (string | null)[] | null;
  similar: [number, number][][] | null;
}

/** Reads the data out of the page it is in: gzip in base64, so that a report stays small. */
export async function inlineDeck(element: Element): Promise<Deck> {
  const bytes = Uint8Array.from(atob((element.textContent ?? "").trim()), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(plain).json()) as Deck;
}

export function inlineSource(deck: Deck): Source {
  const { overview, documents, words, pictures, texts } = deck;
  const never = () =>
    Promise.reject(new Refused("A report cannot do this; open the run with cotext explore."));
  return {
    kind: "report",
    session: async () => ({
      version: overview.version,
      run: overview.run,
      runs: [],
      read_only: true,
      allow_runs: false,
      input: null,
    }),
    overview: async () => overview,
    documents: async () => documents,
    words: async () => words,
    picture: async <T extends Numbers>(_run: string, name: string) => {
      const found = pictures[name];
      if (!found) throw new Refused(`The picture "${name}" is not in this report.`);
      return found as T;
    },
    texts: async (_run, rows) => rows.map((row) => texts?.[row] ?? documents.excerpts?.[row] ?? null),
    search: async (_run, query, limit = 500) => scan(deck, query, limit),
    similar: async (_run, row) => near(deck, row),
    word: async (_run, word) => profile(words, word),
    edit: never,
    file: () => null,
    models: async () => [],
    upload: never,
    start: never,
    jobs: async () => [],
    cancel: never,
    compare: never,
  };
}

/** Documents that hold every word of the query, or its quoted phrases, those with most of them first. */
export function scan(deck: Deck, query: string, limit: number): Found {
  const wanted = [...query.toLowerCase().matchAll(/"([^"]+)"|(\S+)/g)].map((m) => (m[1] ?? m[2]) as string);
  if (!wanted.length) return { rows: [], total: 0 };
  const hits: [number, number][] = [];
  deck.documents.ids.forEach((id, row) => {
    const text = `${id}\n${deck.texts?.[row] ?? deck.documents.excerpts?.[row] ?? ""}`.toLowerCase();
    const counts = wanted.map((word) => text.split(word).length - 1);
    if (counts.every((count) => count > 0)) hits.push([row, counts.reduce((a, b) => a + b)]);
  });
  hits.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return { rows: hits.slice(0, limit).map(([row]) => row), total: hits.length };
}

function near(deck: Deck, row: number): Near[] {
  return (deck.similar?.[row] ?? []).map(([other, similarity]) => ({ row: other, similarity }));
}

function profile(words: Words, word: string): WordProfile {
  const index = words.words.indexOf(word);
  const place = words.telling.index.indexOf(index);
  if (index < 0) throw new Refused(`The word "${word}" is not in this report.`);
  const of = (rows: number[][]) => (place < 0 ? [] : rows.map((row) => row[place] ?? 0));
  return {
    word,
    cluster: words.cluster[index] ?? -1,
    counts: of(words.telling.counts),
    keyness: of(words.telling.keyness),
    documents: 0,
    similar: [],
  };
}
