import type { Field } from "../data/types";
import { texts } from "../texts";
import type { Typed } from "./order";

interface Props {
  heading: string;
  fields: Field[];
  typed: Typed;
  change: (typed: Typed) => void;
}

/** The fields of one kind with their help texts. */
export function Fields({ heading, fields, typed, change }: Props) {
  return (
    <fieldset class="fields">
      <legend>{heading}</legend>
      {fields.map((field) => (
        <Entry
          key={field.name}
          field={field}
          value={typed[field.name]}
          set={(value) => change({ ...typed, [field.name]: value })}
        />
      ))}
    </fieldset>
  );
}

interface EntryProps {
  field: Field;
  value: string | boolean | undefined;
  set: (value: string | boolean) => void;
}

function Entry({ field, value, set }: EntryProps) {
  const id = `field-${field.name}`;
  return (
    <div class={field.kind === "bool" ? "field field-bool" : "field"}>
      <label for={id}>{texts.runs.fields[field.name] ?? field.name.replaceAll("_", " ")}</label>
      <Control field={field} value={value} set={set} id={id} />
      <p class="note" id={`${id}-help`}>
        {field.help}
      </p>
    </div>
  );
}

function Control({ field, value, set, id }: EntryProps & { id: string }) {
  const shared = { id, "aria-describedby": `${id}-help`, "data-testid": id };
  if (field.kind === "bool")
    return (
      <input
        {...shared}
        type="checkbox"
        checked={(value ?? field.default) === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  if (field.kind === "choice")
    return (
      <select
        {...shared}
        value={String(value ?? field.default)}
        onChange={(event) => set(event.currentTarget.value)}
      >
        {field.choices?.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    );
  const usual = field.default === null || field.default === "" ? "" : String(field.default);
  const typing = {
    ...shared,
    value: String(value ?? ""),
    placeholder: usual && texts.runs.form.default(usual),
    onInput: (event: { currentTarget: HTMLInputElement }) => set(event.currentTarget.value),
    autocomplete: "off",
  } as const;
  if (field.kind === "text") return <input {...typing} type="text" />;
  const step = field.kind === "int" ? 1 : "any";
  return <input {...typing} type="number" step={step} min={field.low} max={field.high} />;
}
