import { useEffect, useState } from "preact/hooks";
import { useLoaded, useShared } from "../data/hooks";
import type { Forms } from "../data/types";
import { texts } from "../texts";
import { ModelPick } from "./ModelPick";
import { MoreSettings } from "./MoreSettings";
import { type Draft, firstDraft, orderOf } from "./order";
import { SourcePick } from "./SourcePick";

const text = texts.runs.form;

/** Documents, a number of clusters, Start; everything else has a default. */
export function NewRun({ look }: { look: () => void }) {
  const { source, session } = useShared();
  const { value: forms, error } = useLoaded(() => source.models(), [source]);
  const [draft, setDraft] = useState<Draft | null>(null);
  useEffect(() => {
    if (forms) setDraft(firstDraft(session.input, forms));
  }, [forms]);
  return (
    <section class="card new-run" data-testid="new-run">
      <h2>{text.heading}</h2>
      {error && <p class="warn">{error}</p>}
      {forms && draft ? (
        <Form forms={forms} draft={draft} setDraft={setDraft} look={look} />
      ) : (
        <p class="soft">{text.loading}</p>
      )}
    </section>
  );
}

interface FormProps {
  forms: Forms;
  draft: Draft;
  setDraft: (draft: Draft) => void;
  look: () => void;
}

function Form({ forms, draft, setDraft, look }: FormProps) {
  const { take, file, start, busy, error } = useStart(forms, look);
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const missing = draft.kind === "upload" && !file;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start(draft);
      }}
    >
      <SourcePick draft={draft} forms={forms} file={file} change={change} take={take} />
      <div class="field">
        <label for="clusters">{text.clusters}</label>
        <input
          id="clusters"
          class="short"
          value={draft.clusters}
          onInput={(event) => change({ clusters: event.currentTarget.value })}
          required
          pattern="\s*\d+\s*([,\/]\s*\d+\s*)*"
          title={text.clustersHelp}
          autocomplete="off"
          aria-describedby="clusters-help"
          data-testid="clusters"
        />
        <p class="note" id="clusters-help">
          {text.clustersHelp}
        </p>
      </div>
      <ModelPick forms={forms} model={draft.model} change={(model) => change({ model })} />
      <MoreSettings forms={forms} draft={draft} change={change} />
      {error && (
        <p class="warn" role="alert" data-testid="start-error">
          {error}
        </p>
      )}
      <footer>
        <button
          type="submit"
          class="primary"
          disabled={busy !== "" || missing || (file !== null && file.size > forms.limit)}
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

/** Sends the file, once for all runs that are made of it, then asks for the run. */
function useStart(forms: Forms, look: () => void) {
  const { source } = useShared();
  const [file, setFile] = useState<File | null>(null);
  const [key, setKey] = useState<string | null>(null);
  const [busy, setBusy] = useState("");
  const [error, setError] = useState<string | null>(null);
  const take = (next: File | null) => {
    setFile(next);
    setKey(null);
    setError(null);
  };
  const start = async (draft: Draft) => {
    setError(null);
    try {
      let upload = key;
      if (draft.kind === "upload" && file && !upload) {
        setBusy(text.sending);
        upload = await source.upload(file);
        setKey(upload);
      }
      setBusy(text.starting);
      await source.start(orderOf(draft, forms, upload));
      look();
    } catch (problem) {
      setError((problem as Error).message);
    }
    setBusy("");
  };
  return { take, file, start, busy, error };
}
