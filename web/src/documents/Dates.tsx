import { useMemo } from "preact/hooks";
import { useShared } from "../data/hooks";
import { texts } from "../texts";

/** From and to; a year or a month will do, so these are no pickers of days. */
export function Dates({ dates }: { dates: string[] }) {
  const { filter, open } = useShared();
  const bounds = useMemo(() => {
    const known = dates.filter(Boolean);
    const least = (a: string, b: string) => (a < b ? a : b);
    const most = (a: string, b: string) => (a > b ? a : b);
    return { from: known.reduce(least, "9"), to: known.reduce(most, "") };
  }, [dates]);
  return (
    <div class="date-range">
      {(["from", "to"] as const).map((name) => (
        <label key={name}>
          {texts.documents.facets[name]}
          <input
            class="small"
            value={filter[name] ?? ""}
            placeholder={bounds[name]}
            data-testid={`date-${name}`}
            onChange={(event) =>
              open("documents", { [name]: event.currentTarget.value.trim() || null, row: null })
            }
          />
        </label>
      ))}
    </div>
  );
}
