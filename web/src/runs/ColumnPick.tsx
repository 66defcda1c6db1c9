import type { Column, Field, TableColumns } from "../data/types";
import { texts } from "../texts";
import type { Typed } from "./order";

const text = texts.runs.form;

/** Fields that name columns: those that name one, and those that may name several. */
const SINGLE = ["id", "label", "date", "title"];
const SEVERAL = ["text", "group", "keep"];
export const ROLES = ["text", ...SINGLE, "group", "keep"];

interface Props {
  table: TableColumns;
  fields: Field[];
  typed: Typed;
  change: (typed: Typed) => void;
}

/** The columns of the chosen table and their roles. Roles that are not set are guessed. */
export function ColumnPick({ table, fields, typed, change }: Props) {
  const asked = ROLES.flatMap((role) => fields.filter(({ name }) => name === role));
  return (
    <fieldset class="fields columns" data-testid="columns">
      <legend>{text.columns}</legend>
      {asked.map((field) => {
        const shared = {
          field,
          table,
          value: String(typed[field.name] ?? ""),
          set: (value: string) => change({ ...typed, [field.name]: value }),
        };
        return SEVERAL.includes(field.name) ? (
          <Some key={field.name} {...shared} />
        ) : (
          <One key={field.name} {...shared} />
        );
      })}
    </fieldset>
  );
}

interface RoleProps {
  field: Field;
  table: TableColumns;
  value: string;
  set: (value: string) => void;
}

function One({ field, table, value, set }: RoleProps) {
  const id = `field-${field.name}`;
  return (
    <div class="field">
      <label for={id}>{nameOf(field)}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        aria-describedby={`${id}-help`}
        data-testid={id}
      >
        <option value="">{usual(field.name, table)}</option>
        {table.columns.map((column) => (
          <option key={column.name} value={column.name}>
            {told(column)}
          </option>
        ))}
      </select>
      <p class="note" id={`${id}-help`}>
        {field.help}
      </p>
    </div>
  );
}

function Some({ field, table, value, set }: RoleProps) {
  const chosen = namesIn(value, table.columns);
  const toggle = (name: string) =>
    set((chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]).join(","));
  return (
    <details class="field column-list" data-testid={`field-${field.name}`}>
      <summary>
        <strong>{nameOf(field)}</strong> {value || usual(field.name, table)}
      </summary>
      <p class="note">{field.help}</p>
      {table.columns.map((column) => (
        <label key={column.name}>
          <input
            type="checkbox"
            checked={chosen.includes(column.name)}
            onChange={() => toggle(column.name)}
            data-testid={`${field.name}-${column.name}`}
          />
          {told(column)}
        </label>
      ))}
      <label class="column-typed">
        {field.name === "text" ? text.columnTyped : text.columnsTyped}
        <input
          value={value}
          onInput={(event) => set(event.currentTarget.value)}
          autocomplete="off"
          data-testid={`typed-${field.name}`}
        />
      </label>
    </details>
  );
}

const nameOf = ({ name }: Field) => texts.runs.fields[name] ?? name;

function usual(role: string, table: TableColumns): string {
  const guessed = table.guessed[role] ?? [];
  return guessed.length ? text.guessed(guessed.join(", ")) : text.noColumn;
}

function told({ name, samples }: Column): string {
  return samples[0] ? `${name}: ${samples[0]}` : name;
}

/** Columns that a typed list names; a name may hold a comma itself. */
export function namesIn(value: string, columns: Column[]): string[] {
  const parts = value.split(",").map((part) => part.trim());
  const found: string[] = [];
  while (parts.length) {
    let taken = 1;
    for (let end = parts.length; end > 0; end--) {
      const name = parts.slice(0, end).join(",");
      if (!columns.some((column) => column.name === name)) continue;
      found.push(name);
      taken = end;
      break;
    }
    parts.splice(0, taken);
  }
  return found;
}
