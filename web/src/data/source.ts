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

/**
 * Where the pages get their data: the explorer (`server.ts`) or the report itself (`inline.ts`). A report
 * has none of the optional parts.
 */
export interface Source {
  session(): Promise<Session>;
  overview(run: string): Promise<Overview>;
  documents(run: string): Promise<Documents>;
  words(run: string): Promise<Words>;
  word(run: string, word: string): Promise<WordProfile>;
  /** The numbers of a picture; rejects with a sentence if the run has no such picture. */
  picture<T extends Numbers>(run: string, name: string, options?: Options): Promise<T>;
  texts(run: string, rows: number[]): Promise<(string | null)[]>;
  search(run: string, query: string, limit?: number): Promise<Found>;
  similar(run: string, row: number): Promise<Near[]>;
  /** The license notices of the programs that the pages are made of. */
  licenses(): Promise<string>;
  server?: Server;
}

/** Everything that needs a program behind the page: edits, pictures at any zoom, new runs. */
export interface Server {
  edit(run: string, edit: Edit): Promise<Overview>;
  /** The address of a picture as a file. */
  file(run: string, name: string, ending: string, options?: Options): string;
  compare(run: string, other: string): Promise<Comparison>;
  models(): Promise<Forms>;
  /** Sends a file, added to the upload `to` or as a new one; returns the name of the upload. */
  upload(file: File, to: string | null): Promise<string>;
  /** The columns of an upload, or of the corpus that the server was started with. */
  columns(source: Record<string, unknown>): Promise<TableColumns>;
  start(job: Record<string, unknown>): Promise<Job>;
  jobs(): Promise<Job[]>;
  cancel(job: string): Promise<Job>;
}

/** An error with a sentence that can be shown. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status = 0,
  ) {
    super(message);
  }
}
