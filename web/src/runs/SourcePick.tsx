import { useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { Forms } from "../data/types";
import { Choice } from "../parts/Choice";
import { texts } from "../texts";
import { type Again, type Draft, type Kind, sizeOf } from "./order";

const text = texts.runs.form;

interface Props {
  again: Again | null;
  draft: Draft;
  forms: Forms;
  files: File[];
  change: (changes: Partial<Draft>) => void;
  take: (files: File[]) => void;
}

/** The source of the documents: files, a data set, or the corpus that the server was started with. */
export function SourcePick({ again, draft, forms, files, change, take }: Props) {
  const { session } = useShared();
  const kinds = (["run", "input", "upload", "dataset"] as Kind[]).filter(
    (kind) =>
      (kind !== "run" || again) &&
      (kind !== "input" || session.input !== null) &&
      (kind !== "dataset" || forms.datasets.length),
  );
  const dataset = forms.datasets.find(({ name }) => name === draft.dataset);
  return (
    <div class="source">
      <Choice
        label={text.source}
        choices={kinds.map((kind) => ({ value: kind, label: text.kinds[kind] }))}
        value={draft.kind}
        onChange={(kind) => change({ kind, run: again?.run ?? "" })}
        testid="source"
      />
      {draft.kind === "run" && <p class="note">{text.again(draft.run)}</p>}
      {draft.kind === "input" && <code class="given">{session.input}</code>}
      {draft.kind === "upload" && <Drop files={files} limit={forms.limit} take={take} />}
      {draft.kind === "dataset" && (
        <div class="field">
          <label for="dataset">{text.dataset}</label>
          <select
            id="dataset"
            value={draft.dataset}
            onChange={(event) => change({ dataset: event.currentTarget.value })}
            data-testid="dataset"
          >
            {forms.datasets.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          {dataset && <p class="note">{text.datasetAbout(dataset.documents, dataset.about)}</p>}
        </div>
      )}
    </div>
  );
}

function Drop({ files, limit, take }: { files: File[]; limit: number; take: Props["take"] }) {
  const [over, setOver] = useState(false);
  const size = texts.runs.megabytes;
  const total = sizeOf(files);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (dropped.length) take(dropped);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the files can be chosen by the field within
    <div
      class={over ? "drop drop-over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      data-testid="drop"
    >
      <label class="button" for="file">
        {files.length ? text.another : text.drop}
      </label>
      <input
        id="file"
        class="drop-file"
        type="file"
        multiple
        onChange={(event) => take([...(event.currentTarget.files ?? [])])}
        data-testid="file"
      />
      {files[0] ? (
        <p data-testid="file-name">{text.chosen(files[0].name, files.length - 1, size(total))}</p>
      ) : (
        <p class="note">{text.dropHelp(size(limit))}</p>
      )}
      {total > limit && (
        <p class="warn" role="alert">
          {text.tooLarge(size(limit))}
        </p>
      )}
    </div>
  );
}
