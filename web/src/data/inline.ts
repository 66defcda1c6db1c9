import { type Scan, scanner } from "../search/scan";
import { type Options, Refused, type Source } from "./source";
import type { Documents, Near, Numbers, Overview, WordProfile, Words } from "./types";

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
  const { overview, documents, words, pictures } = deck;
  const text = (row: number) => deck.texts?.[row] ?? documents.excerpts?.[row] ?? null;
  const scan = scanner(documents.ids, (row) => text(row) ?? "", documents.titles);
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
    picture: async <T extends Numbers>(_run: string, name: string, options?: Options) => {
      const found = pictures[options?.plain ? `${name}-plain` : name];
      if (!found) throw new Refused(`The picture "${name}" is not in this report.`);
      return found as T;
    },
    texts: async (_run, rows) => rows.map(text),
    search: async (_run, query, limit = 500) => scan(query, limit),
    similar: async (_run, row) => near(deck, row),
    word: async (_run, word) => profile(words, word, scan),
    edit: never,
    file: () => null,
    models: never,
    upload: never,
    columns: never,
    start: never,
    jobs: async () => [],
    cancel: never,
    compare: never,
    licenses: async () =>
      document.querySelector<HTMLTemplateElement>("#cotext-licenses")?.content.textContent ?? "",
  };
}

function near(deck: Deck, row: number): Near[] {
  return (deck.similar?.[row] ?? []).map(([other, similarity]) => ({ row: other, similarity }));
}

/** What the page knows of a word: numbers by cluster only of those that tell something of one. */
function profile(words: Words, word: string, scan: Scan): WordProfile {
  const index = words.words.indexOf(word);
  if (index < 0) throw new Refused(`The word "${word}" is not in this report.`);
  const place = words.telling.index.indexOf(index);
  const of = (rows: number[][]) => (place < 0 ? [] : rows.map((row) => row[place] ?? 0));
  const similar = words.telling.similar?.[place] ?? [];
  return {
    word,
    cluster: words.cluster[index] ?? -1,
    counts: of(words.telling.counts),
    keyness: of(words.telling.keyness),
    documents: scan(`"${word}"`, 0).total,
    similar: similar.map(([other, similarity]) => ({ word: words.words[other] as string, similarity })),
  };
}
