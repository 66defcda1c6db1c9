import type {
  Comparison,
  Documents,
  Edit,
  Forms,
  Found,
  Job,
  Near,
  Numbers,
  Overview,
  Session,
  TableColumns,
  WordProfile,
  Words,
} from "./types";

export type Options = Record<string, string | number | boolean>;

/** Where the pages get their data: a server (`server.ts`) or the page itself (`inline.ts`). */
export interface Source {
  /** "explorer" has a server behind it, "report" is one file. */
  kind: "explorer" | "report";
  session(): Promise<Session>;
  overview(run: string): Promise<Overview>;
  documents(run: string): Promise<Documents>;
  words(run: string): Promise<Words>;
  /** The numbers of one of the pictures; rejects with a sentence where this run has no such picture. */
  picture<T extends Numbers>(run: string, name: string, options?: Options): Promise<T>;
  texts(run: string, rows: number[]): Promise<(string | null)[]>;
  search(run: string, query: string, limit?: number): Promise<Found>;
  similar(run: string, row: number): Promise<Near[]>;
  word(run: string, word: string): Promise<WordProfile>;
  edit(run: string, edit: Edit): Promise<Overview>;
  /** A picture as a file drawn by the server; null where the page draws it itself. */
  file(run: string, name: string, ending: string, options?: Options): string | null;
  models(): Promise<Forms>;
  /** Sends a file, `to` those of an upload or as a new one; the name of the upload. */
  upload(file: File, to: string | null): Promise<string>;
  /** The columns of an upload, or of what the server was given. */
  columns(source: Record<string, unknown>): Promise<TableColumns>;
  start(job: Record<string, unknown>): Promise<Job>;
  jobs(): Promise<Job[]>;
  cancel(job: string): Promise<Job>;
  compare(run: string, other: string): Promise<Comparison>;
  /** The notices of the programs of others that the pages are made of. */
  licenses(): Promise<string>;
}

/** What went wrong, in a sentence that can be shown. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}
