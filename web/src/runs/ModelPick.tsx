import type { Forms } from "../data/types";
import { texts } from "../texts";
import { AUTO } from "./order";

const text = texts.runs.form;

/** The choice of the model with its summary; the details are folded. */
export function ModelPick({
  forms,
  model,
  change,
}: {
  forms: Forms;
  model: string;
  change: (m: string) => void;
}) {
  const form = forms.models.find((one) => one.model === model);
  return (
    <div class="field">
      <label for="model">{text.model}</label>
      <select
        id="model"
        value={model}
        onChange={(event) => change(event.currentTarget.value)}
        aria-describedby="model-title"
        data-testid="model"
      >
        <option value={AUTO}>{text.auto(forms.models[0]?.model ?? "")}</option>
        {forms.models.map((one) => (
          <option key={one.model}>{one.model}</option>
        ))}
      </select>
      <p class="note" id="model-title" data-testid="model-title">
        {form?.title ?? text.autoTitle}.
      </p>
      {form?.help && (
        <details class="note">
          <summary>{text.aboutModel}</summary>
          <p>{form.help}</p>
        </details>
      )}
    </div>
  );
}
