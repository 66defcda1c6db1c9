import { useShared } from "../data/hooks";
import { ClusterLabel } from "../parts/ClusterLabel";
import { seen } from "../parts/color";
import { count, texts } from "../texts";
import type { Coloring, Value } from "./coloring";

interface Props {
  coloring: Coloring;
  /** The variable that the colors show. */
  by: string;
  shown: number;
  of: number;
}

/** The colors and how many documents have them: the map as a list. A click filters. */
export function Legend({ coloring, by, shown, of }: Props) {
  const { open, route } = useShared();
  const { param, values } = coloring;
  const now = param === null ? [] : (route.params[param] ?? "").split(",").filter(Boolean).map(Number);
  const ours = param !== "c" || route.params.level === undefined;
  const press = (code: number, add: boolean) => {
    const kept = ours ? now : [];
    const others = kept.filter((other) => other !== code);
    const next = kept.includes(code) ? others : add ? [...kept, code] : [code];
    open("map", { [param as string]: next.join(",") || null, ...(param === "c" ? { level: null } : {}) });
  };
  return (
    <aside class="map-legend">
      <h3>{by === "confidence" ? texts.map.confidence : texts.map.legend(by)}</h3>
      <ul class="plain-list" data-testid="map-legend">
        {values.map((value) => (
          <li key={value.code}>
            {param === null || value.code < 0 ? (
              <span class="legend-value">
                <Named value={value} cluster={param === "c"} />
              </span>
            ) : (
              <button
                type="button"
                class="legend-value"
                aria-pressed={ours && now.includes(value.code)}
                onClick={(event) => press(value.code, event.shiftKey)}
                data-testid={`legend-${value.code}`}
              >
                <Named value={value} cluster={param === "c"} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <p class="note" data-testid="map-shown">
        {shown === 0 ? texts.map.empty : shown < of ? texts.map.shown(shown, of) : texts.map.all(of)}
      </p>
      {shown > 0 && shown < of && (
        <button type="button" class="small" onClick={() => open("documents")} data-testid="map-list">
          {texts.map.read(shown)}
        </button>
      )}
    </aside>
  );
}

function Named({ value, cluster }: { value: Value; cluster: boolean }) {
  const { dark } = useShared();
  return (
    <>
      <span class="swatch" style={{ background: seen(value.color, dark) }} />
      <span class="legend-label" title={value.label}>
        {cluster ? <ClusterLabel cluster={value.code} label={value.label} /> : value.label}
      </span>
      <span class="number soft">{count(value.count)}</span>
    </>
  );
}
