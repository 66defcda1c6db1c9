import { useShared } from "../data/hooks";
import { Choice } from "./Choice";

interface Props<T extends string> {
  label: string;
  values: readonly T[];
  /** The name of each value; a value without one is shown as it is. */
  names: Partial<Record<T, string>>;
  value: T;
  /** Of the parameter in the address. */
  name: string;
}

const FEW = 3;

/** A choice that is kept in the address: buttons for a few values, a list for more. */
export function Pick<T extends string>({ label, values, names, value, name }: Props<T>) {
  const { route, open } = useShared();
  const choose = (next: string) => open(route.page, { [name]: next }, true);
  const choices = values.map((one) => ({ value: one, label: names[one] ?? one }));
  if (choices.length < 2) return null;
  if (choices.length <= FEW)
    return <Choice label={label} choices={choices} value={value} onChange={choose} testid={`pick-${name}`} />;
  return (
    <label>
      <span class="soft">{label}</span>
      <select
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
        data-testid={`pick-${name}`}
      >
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}
