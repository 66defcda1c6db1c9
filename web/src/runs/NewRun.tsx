import { useEffect, useRef, useState } from "preact/hooks";
import { useLoaded, useServer, useShared } from "../data/hooks";
import type { Forms } from "../data/types";
import { texts } from "../texts";
import { ColumnPick, ROLES } from "./ColumnPick";
import { ModelPick } from "./ModelPick";
import { MoreSettings } from "./MoreSettings";
import { type Again, type Draft, firstDraft, orderOf, sizeOf } from "./order";
import { SourcePick } from "./SourcePick";
import { useTable } from "./useTable";

const text = texts.runs.form;

/** Documents, a number of clusters, Start; everything else has a default. */
export function NewRun({ look }: { look: () => void }) {
  const server = useServer();
  const { session } = useShared();
  const again = useAgain();
  const { value: forms, error } = useLoaded(() => server.models(), [server]);
  const [draft, setDraft] = useState<Draft | null>(null);
  useEffect(() => {
    if (forms) setDraft(firstDraft(session.input, forms, again.asked));
  }, [forms, again.asked?.run]);
  return (
    <section class="card new-run" data-testid="new-run">
      <h2>{text.heading}</h2>
      {error && <p class="warn">{error}</p>}
      {forms && draft ? (
        <Form forms={forms} draft={draft} setDraft={setDraft} look={look} again={again.possible} />
      ) : (
        <p class="soft">{text.loading}</p>
      )}
    </section>
  );
}

/** The open run, if it has noise to leave out; `asked` if the address requests it. */
function useAgain(): { possible: Again | null; asked: Again | null } {
  const { run, overview, route } = useShared();
  const left = overview.clusters.filter(({ noise }) => !noise).length;
  const possible =
    left && left < overview.clusters.length && overview.has.texts
      ? { run, clusters: left, model: overview.model }
      : null;
  return { possible, asked: route.params.again === run ? possible : null };
}

interface FormProps {
  again: Again | null;
  forms: Forms;
  draft: Draft;
  setDraft: (draft: Draft) => void;
  look: () => void;
}

function Form({ forms, draft, setDraft, look, again }: FormProps) {
  const { take, files, key, start, busy, error } = useStart(forms, look);
  const table = useTable(draft.kind, key);
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const missing = draft.kind === "upload" && !files.length;
  return (
    <form
      noValidate // the server reports invalid values, also in folded sections
      onSubmit={(event) => {
        event.preventDefault();
        start(draft);
      }}
    >
      <SourcePick
        again={again}
        draft={draft}
        forms={forms}
        files={files}
        change={(changes) => change({ options: withoutRoles(draft.options), ...changes })}
        take={(chosen) => {
          change({ options: withoutRoles(draft.options) });
          take(chosen);
        }}
      />
      {table && (
        <ColumnPick
          table={table}
          fields={forms.reading}
          typed={draft.options}
          change={(options) => change({ options })}
        />
      )}
      <div class="field">
        <label for="clusters">{text.clusters}</label>
        <input
          id="clusters"
          class="short"
          value={draft.clusters}
          onInput={(event) => change({ clusters: event.currentTarget.value })}
          autocomplete="off"
          aria-describedby="clusters-help"
          data-testid="clusters"
        />
        <p class="note" id="clusters-help">
          {text.clustersHelp}
        </p>
      </div>
      <ModelPick forms={forms} model={draft.model} change={(model) => change({ model })} />
      <MoreSettings without={table ? ROLES : []} forms={forms} draft={draft} change={change} />
      {error && (
        <p class="warn" role="alert" data-testid="start-error">
          {error}
        </p>
      )}
      <footer>
        <button
          type="submit"
          class="primary"
          disabled={busy !== "" || missing || (draft.kind === "upload" && sizeOf(files) > forms.limit)}
          data-testid="start"
        >
          {text.start}
        </button>
        <span class="soft" role="status">
          {busy || (missing ? text.missing : "")}
        </span>
      </footer>
    </form>
  );
}

/** Roles of columns apply to one table only. */
const withoutRoles = (options: Draft["options"]) =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !ROLES.includes(name)));

/**
 * Sends the files, once for all runs that are made of them, then asks for the run. One file alone is sent when it
 * is chosen, because the form needs its columns.
 */
function useStart(forms: Forms, look: () => void) {
  const server = useServer();
  const [files, setFiles] = useState<File[]>([]);
  const [key, setKey] = useState<string | null>(null);
  const [busy, setBusy] = useState("");
  const [error, setError] = useState<string | null>(null);
  const latest = useRef<File[]>([]);
  const take = async (next: File[]) => {
    latest.current = next;
    setFiles(next);
    setKey(null);
    setError(null);
    if (next.length !== 1 || sizeOf(next) > forms.limit) return;
    await send(next).catch((problem) => setError((problem as Error).message));
    if (latest.current === next) setBusy("");
  };
  const send = async (files: File[]) => {
    let upload: string | null = null;
    for (const [i, file] of files.entries()) {
      setBusy(text.sending(i + 1, files.length));
      upload = await server.upload(file, upload);
    }
    if (latest.current === files) setKey(upload);
    return upload;
  };
  const start = async (draft: Draft) => {
    setError(null);
    try {
      const upload = draft.kind === "upload" ? (key ?? (await send(files))) : null;
      setBusy(text.starting);
      await server.start(orderOf(draft, forms, upload));
      look();
    } catch (problem) {
      setKey(null); // a server that was started again has lost the files
      setError((problem as Error).message);
    }
    setBusy("");
  };
  return { take, files, key, start, busy, error };
}
