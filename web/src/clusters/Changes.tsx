import { useEffect, useRef } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { Cluster, Edit } from "../data/types";
import { texts } from "../texts";
import { ColorForm, MergeForm, NoteForm, SplitForm } from "./forms";
import { mergeable } from "./order";

export type Form = "rename" | "color" | "note" | "merge" | "split";
const FORMS: Form[] = ["rename", "color", "note", "merge", "split"];

interface Props {
  cluster: Cluster;
  /** Which form is open. */
  form: Form | null;
  busy: boolean;
  choose: (form: Form | null) => void;
  send: (edit: Edit) => void;
}

/** The buttons that change a cluster, and the form of the one that was pressed. */
export function Changes({ cluster, form, busy, choose, send }: Props) {
  const { overview } = useShared();
  const k = cluster.cluster;
  const { edit } = texts.clusters;
  const possible = FORMS.filter((what) => what !== "merge" || mergeable(k, overview).length);
  const leave = () => choose(null);
  const buttons = useRef<HTMLDivElement>(null);
  const before = useRef<Form | null>(null);
  useEffect(() => {
    const lost = document.activeElement === document.body; // with the field that had the focus
    if (before.current && !form && lost)
      buttons.current?.querySelectorAll("button")[possible.indexOf(before.current)]?.focus();
    before.current = form;
  }, [form]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div class="changes" role="group" aria-label={edit.heading(cluster.label)}>
      <div class="change-buttons" ref={buttons}>
        {possible.map((what) => (
          <button
            key={what}
            type="button"
            class="small"
            disabled={busy}
            aria-expanded={form === what}
            onClick={() => choose(form === what ? null : what)}
            data-testid={`${what}-${k}`}
          >
            {edit[what]}
          </button>
        ))}
        <button
          type="button"
          class="small"
          disabled={busy}
          onClick={() => send({ edit: "noise", cluster: k, noise: !cluster.noise })}
          data-testid={`noise-${k}`}
        >
          {cluster.noise ? edit.notNoise : edit.noise}
        </button>
      </div>
      {form === "color" && <ColorForm cluster={cluster} send={send} leave={leave} />}
      {form === "note" && <NoteForm cluster={cluster} send={send} leave={leave} />}
      {form === "merge" && <MergeForm cluster={cluster} send={send} leave={leave} />}
      {form === "split" && <SplitForm cluster={cluster} send={send} leave={leave} />}
    </div>
  );
}
