import type { Forms } from "../data/types";
import { texts } from "../texts";
import { Fields } from "./Fields";
import { AUTO, type Draft, fieldsOf } from "./order";

const text = texts.runs.form;

interface Props {
  /** Fields of reading that are asked elsewhere. */
  without: string[];
  forms: Forms;
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
}

/** Everything that has a default: the name, how to read, which words, the model's own parameters. */
export function MoreSettings({ without, forms, draft, change }: Props) {
  const model = draft.model === AUTO ? (forms.models[0]?.model ?? "") : draft.model;
  const options = { typed: draft.options, change: (options: Draft["options"]) => change({ options }) };
  return (
    <details class="more" data-testid="more-settings">
      <summary>{text.more}</summary>
      <div class="more-body">
        <div class="field">
          <label for="run-name">{text.name}</label>
          <input
            id="run-name"
            value={draft.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
            autocomplete="off"
            data-testid="new-name"
          />
          <p class="note">{text.nameHelp}</p>
        </div>
        <Fields
          heading={text.reading}
          fields={forms.reading.filter(({ name }) => !without.includes(name))}
          {...options}
        />
        <Fields heading={text.words} fields={forms.words} {...options} />
        <Fields
          heading={text.parameters(model)}
          fields={fieldsOf(forms, draft.model)}
          typed={draft.parameters}
          change={(parameters) => change({ parameters })}
        />
        <button
          type="button"
          class="small"
          onClick={() => change({ name: "", options: {}, parameters: {} })}
          data-testid="reset"
        >
          {text.reset}
        </button>
      </div>
    </details>
  );
}
