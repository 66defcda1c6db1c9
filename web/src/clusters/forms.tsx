import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import { clusterLine } from "../data/labels";
import type { Cluster, Edit } from "../data/types";
import { texts } from "../texts";
import { mergeable } from "./order";
import { PALETTE } from "./palette";

interface Props {
  cluster: Cluster;
  send: (edit: Edit) => void;
  leave: () => void;
}

interface ShapeProps {
  children: ComponentChildren;
  /** The label of the submit button; none if a choice submits by itself. */
  act?: string;
  submit?: () => void;
  leave: () => void;
  testid: string;
  line?: boolean;
}

/** A few fields and two buttons: Enter keeps, Escape leaves; the first field has the focus. */
function Shape({ children, act, submit, leave, testid, line = false }: ShapeProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLInputElement>("input, textarea, select, button");
    first?.focus();
    if (first?.type === "text") first.select();
  }, []);
  return (
    <form
      ref={form}
      class={line ? "change-form one-line" : "change-form"}
      data-testid={testid}
      onSubmit={(event) => {
        event.preventDefault();
        submit?.();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") leave();
      }}
    >
      {children}
      <div class="change-buttons">
        {act && (
          <button type="submit" class="small primary" data-testid="keep">
            {act}
          </button>
        )}
        <button type="button" class="small" onClick={leave}>
          {texts.clusters.edit.leave}
        </button>
      </div>
    </form>
  );
}

export function NameForm({ cluster, send, leave }: Props) {
  const [name, setName] = useState(cluster.name ?? "");
  const { edit } = texts.clusters;
  const keep = () => send({ edit: "rename", cluster: cluster.cluster, name: name.trim() });
  return (
    <Shape act={edit.keep} submit={keep} leave={leave} testid={`name-form-${cluster.cluster}`} line>
      <input
        type="text"
        aria-label={edit.name}
        placeholder={cluster.words.slice(0, 3).join(", ")}
        value={name}
        maxLength={120}
        onInput={(event) => setName(event.currentTarget.value)}
        data-testid={`name-input-${cluster.cluster}`}
      />
    </Shape>
  );
}

export function NoteForm({ cluster, send, leave }: Props) {
  const [text, setText] = useState(cluster.note ?? "");
  const { edit } = texts.clusters;
  const keep = () => send({ edit: "note", cluster: cluster.cluster, text: text.trim() });
  return (
    <Shape act={edit.keep} submit={keep} leave={leave} testid={`note-form-${cluster.cluster}`}>
      <textarea
        aria-label={edit.noteLabel}
        rows={3}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey) return;
          event.preventDefault();
          keep();
        }}
        data-testid={`note-input-${cluster.cluster}`}
      />
    </Shape>
  );
}

export function ColorForm({ cluster, send, leave }: Props) {
  const { edit } = texts.clusters;
  const keep = (color: string) => send({ edit: "color", cluster: cluster.cluster, color });
  return (
    <Shape leave={leave} testid={`color-form-${cluster.cluster}`}>
      <div class="palette">
        {PALETTE.map((color, i) => (
          <button
            key={color}
            type="button"
            class="hue"
            style={{ background: color }}
            aria-label={edit.colorNames[i]}
            title={edit.colorNames[i]}
            aria-pressed={color === cluster.color}
            onClick={() => keep(color)}
            data-testid={`hue-${i}`}
          />
        ))}
        <label class="small-text">
          {edit.colorOwn}{" "}
          <input
            type="color"
            value={cluster.color}
            onChange={(event) => keep(event.currentTarget.value)}
            data-testid={`color-own-${cluster.cluster}`}
          />
        </label>
      </div>
    </Shape>
  );
}

export function MergeForm({ cluster, send, leave }: Props) {
  const { overview } = useShared();
  const others = mergeable(cluster.cluster, overview);
  const [other, setOther] = useState(others[0]?.cluster ?? 0);
  const { edit } = texts.clusters;
  const keep = () => send({ edit: "merge", clusters: [cluster.cluster, other] });
  return (
    <Shape act={edit.doMerge} submit={keep} leave={leave} testid={`merge-form-${cluster.cluster}`}>
      <label class="change-field">
        {edit.mergeLabel}
        <select
          value={other}
          onChange={(event) => setOther(Number(event.currentTarget.value))}
          data-testid={`merge-with-${cluster.cluster}`}
        >
          {others.map((other) => (
            <option key={other.cluster} value={other.cluster}>
              {clusterLine(other)}
            </option>
          ))}
        </select>
      </label>
    </Shape>
  );
}

export function SplitForm({ cluster, send, leave }: Props) {
  const [into, setInto] = useState(2);
  const { edit } = texts.clusters;
  const keep = () => send({ edit: "split", cluster: cluster.cluster, into });
  return (
    <Shape act={edit.doSplit} submit={keep} leave={leave} testid={`split-form-${cluster.cluster}`}>
      <label class="change-field">
        {edit.splitLabel}
        <input
          type="number"
          min={2}
          max={Math.max(cluster.size, 2)}
          value={into}
          onInput={(event) => setInto(event.currentTarget.valueAsNumber)}
          data-testid={`split-into-${cluster.cluster}`}
        />
      </label>
    </Shape>
  );
}
