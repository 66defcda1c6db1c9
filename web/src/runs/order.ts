import type { Field, Forms } from "../data/types";

/** The typed text of a field; "" leaves the default. */
export type Typed = Record<string, string | boolean>;

export type Kind = "run" | "input" | "upload" | "dataset";

export const AUTO = "auto";

/** A run that may be fitted again without its noise: its clusters less those of noise, and its model. */
export interface Again {
  run: string;
  clusters: number;
  model: string;
}

export interface Draft {
  kind: Kind;
  run: string;
  dataset: string;
  clusters: string;
  model: string;
  name: string;
  options: Typed;
  parameters: Typed;
}

/** The first draft: fit a run again if requested, else the server's corpus, else files. */
export function firstDraft(input: string | null, forms: Forms, again: Again | null = null): Draft {
  const known = forms.models.some(({ model }) => model === again?.model);
  return {
    kind: again ? "run" : input === null ? "upload" : "input",
    run: again?.run ?? "",
    dataset: forms.datasets[0]?.name ?? "",
    clusters: String(again?.clusters ?? 8),
    model: again && known && again.model !== forms.models[0]?.model ? again.model : AUTO,
    name: "",
    options: {},
    parameters: {},
  };
}

/** The fields that a model has; "auto" is the first of them, the usual one. */
export function fieldsOf(forms: Forms, model: string): Field[] {
  const form = forms.models.find((one) => one.model === model) ?? forms.models[0];
  return form?.fields ?? [];
}

/** The values of these fields that differ from the defaults. */
export function changed(fields: Field[], typed: Typed): Record<string, string | boolean> {
  const kept = fields.flatMap(({ name, default: usual }) => {
    const value = typed[name];
    const same = value === undefined || value === "" || value === usual || value === String(usual ?? "");
    return same ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}

/** Bytes of all. */
export function sizeOf(files: { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** The request for a run; `upload` is the key of uploaded files. */
export function orderOf(draft: Draft, forms: Forms, upload: string | null): Record<string, unknown> {
  const sources = {
    run: { run: draft.run },
    input: { input: true },
    upload: { upload },
    dataset: { dataset: draft.dataset },
  };
  return {
    source: sources[draft.kind],
    name: draft.name,
    model: draft.model,
    n_clusters: draft.clusters,
    options: changed([...forms.reading, ...forms.words], draft.options),
    parameters: changed(fieldsOf(forms, draft.model), draft.parameters),
  };
}
