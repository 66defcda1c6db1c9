import { type Scan, scanner } from "../search/scan";
import { type Options, Refused, type Source } from "./source";
import type { Near, Numbers, ReportData, WordProfile, Words } from "./types";

/** Reads the data out of the page it is in: gzip in base64, so that a report stays small. */
export async function inlineData(element: Element): Promise<ReportData> {
  const bytes = Uint8Array.from(atob((element.textContent ?? "").trim()), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(plain).json()) as ReportData;
}

export function inlineSource(data: ReportData): Source {
  const { overview, documents, words, pictures } = data;
  const text = (row: number) => data.texts?.[row] ?? documents.excerpts?.[row] ?? null;
  const scan = scanner(documents.ids, (row) => text(row) ?? "", documents.titles);
  return {
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
    similar: async (_run, row) => near(data, row),
    word: async (_run, word) => profile(words, word, scan),
    licenses: async () =>
      document.querySelector<HTMLTemplateElement>("#cotext-licenses")?.content.textContent ?? "",
  };
}

function near(data: ReportData, row: number): Near[] {
  return (data.similar?.[row] ?? []).map(([other, similarity]) => ({ row: other, similarity }));
}

/** The profile of a word. Only distinctive words have numbers by cluster. */
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
