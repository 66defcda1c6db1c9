import type { Codes, Documents } from "../data/types";
import { inNaturalOrder } from "./naturalOrder";

/** Values of a further column that make it one to count and to filter by. */
const FEW = 40;

const known = new WeakMap<Documents, Record<string, Codes>>();

/** The columns to count and filter by: known classes, groups, and other columns with few values. */
export function columnsOf(documents: Documents): Record<string, Codes> {
  const found = known.get(documents) ?? coded(documents);
  known.set(documents, found);
  return found;
}

function coded({ classes, groups, more }: Documents): Record<string, Codes> {
  const found: Record<string, Codes> = { ...(classes ? { class: classes } : {}), ...groups };
  for (const [name, values] of Object.entries(more ?? {})) {
    const names = inNaturalOrder([...new Set(values)].filter((value) => value !== ""));
    if (names.length < 2 || names.length > FEW || name in found) continue;
    const place = new Map(names.map((value, i) => [value, i]));
    found[name] = { codes: values.map((value) => place.get(value) ?? -1), names };
  }
  return found;
}
