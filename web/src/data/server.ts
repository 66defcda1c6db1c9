import { texts } from "../texts";
import { type Options, Refused, type Server, type Source } from "./source";
import type { Edit, Numbers, Overview } from "./types";

/** Asks the server that sent the page; its cookie holds the token. */
export function serverSource(): Source & { server: Server } {
  const at = (run: string, rest: string) => `api/runs/${encodeURIComponent(run)}/${rest}`;
  const seen = new Map<string, number>();
  const remember = async (run: string, answer: Promise<Overview>) => {
    const overview = await answer;
    if (overview.edition !== undefined) seen.set(run, overview.edition);
    return overview;
  };
  // An edit names clusters by numbers, so the server refuses one that was made looking at other numbers.
  const edition = (run: string) => query(seen.has(run) ? { edition: seen.get(run) as number } : {});
  return {
    session: () => ask("api/session"),
    overview: (run) => remember(run, ask(at(run, "overview"))),
    documents: (run) => ask(at(run, "documents")),
    words: (run) => ask(at(run, "words")),
    word: (run, word) => ask(at(run, `word${query({ word })}`)),
    picture: async <T extends Numbers>(run: string, name: string, options?: Options) => {
      const got = await ask<T | { error: string }>(at(run, `pictures/${name}${query(options)}`));
      if ("error" in got) throw new Refused(String(got.error));
      return got as T;
    },
    texts: async (run, rows) => (rows.length ? ask(at(run, `texts?rows=${rows.join(",")}`)) : []),
    search: (run, q, limit = 500) => ask(at(run, `search${query({ q, limit })}`)),
    similar: (run, row) => ask(at(run, `similar?row=${row}`)),
    licenses: async () => (await reach("licenses.txt")).text(),
    server: {
      edit: (run, edit) => remember(run, send(at(run, `edits${edition(run)}`), edit)),
      file: (run, name, ending, options) => at(run, `files/${name}.${ending}${query(options)}`),
      compare: (run, other) => ask(at(run, `compare${query({ other })}`)),
      models: () => ask("api/models"),
      upload: sendFile,
      columns: (source) => send("api/columns", source),
      start: (job) => send("api/jobs", job),
      jobs: () => ask("api/jobs"),
      cancel: (job) => send(`api/jobs/${encodeURIComponent(job)}/cancel`, {}),
    },
  };
}

async function sendFile(file: File, to: string | null): Promise<string> {
  const path = `api/uploads${query({ name: file.name, ...(to === null ? {} : { to }) })}`;
  const { upload } = await answer<{ upload: string }>(await reach(path, { method: "POST", body: file }));
  return upload;
}

function query(options: Options | undefined): string {
  const pairs = Object.entries(options ?? {}).map(([name, value]) => [name, String(value)]);
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
}

async function ask<T>(path: string): Promise<T> {
  return answer<T>(await reach(path));
}

async function send<T>(path: string, body: Edit | Record<string, unknown>): Promise<T> {
  const headers = { "content-type": "application/json" };
  return answer<T>(await reach(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** The answer of the server, if there still is one. */
async function reach(path: string, how?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, how);
  } catch {
    throw new Refused(texts.shell.lost);
  }
}

async function answer<T>(response: Response): Promise<T> {
  const body = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Refused(body.error ?? `${response.status} ${response.statusText}`, response.status);
  return body as T;
}
