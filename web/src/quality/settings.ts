const LONG = 8;

/** Nested settings as pairs of name and text, in their order; empty settings are left out. */
export function flattened(settings: Record<string, unknown>, before = ""): [string, string][] {
  return Object.entries(settings).flatMap(([name, value]): [string, string][] => {
    const path = before ? `${before}.${name}` : name;
    if (value === null || value === undefined || value === "") return [];
    if (Array.isArray(value)) return [[path, listed(value)]];
    if (typeof value === "object") return flattened(value as Record<string, unknown>, path);
    return [[path, formatted(value)]];
  });
}

function listed(values: unknown[]): string {
  const first = values.slice(0, LONG).map(formatted).join(", ");
  return values.length > LONG ? `${first}, … (${values.length})` : first;
}

/** A value for reading: numbers with four digits at most behind the point. */
export function formatted(value: unknown): string {
  if (typeof value !== "number" || Number.isInteger(value)) return String(value);
  return Math.abs(value) < 0.001 ? value.toPrecision(2) : String(+value.toFixed(4));
}
