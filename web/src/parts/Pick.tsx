import { useShared } from "../data/hooks";

interface Props<T extends string> {
  label: string;
  values: readonly T[];
  /** What each value is called; the value itself where it has no other name. */
  names: Partial<Record<T, string>>;
  value: T;
  /** Of the parameter in the address. */
  name: string;
}

/** One of several, kept in the address. */
export function Pick<T extends string>({ label, values, names, value, name }: Props<T>) {
  const { route, open } = useShared();
  if (values.length < 2) return null;
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={(event) => open(route.page, { [name]: event.currentTarget.value }, true)}
        data-testid={`pick-${name}`}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {names[one] ?? one}
          </option>
        ))}
      </select>
    </label>
  );
}
