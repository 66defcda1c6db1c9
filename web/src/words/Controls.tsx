import { useShared } from "../data/hooks";
import { clusterLine } from "../data/labels";
import { texts } from "../texts";

interface Props {
  cluster: number | null;
  lambda: number;
}

/** Which cluster, and how its words are ranked. */
export function Controls({ cluster, lambda }: Props) {
  const { overview, shown, open } = useShared();
  const t = texts.words;
  const listed = overview.clusters.filter((one) => one.cluster === cluster || shown.includes(one));
  const place = listed.findIndex((one) => one.cluster === cluster);
  const step = (by: number) => {
    const next = (place < 0 ? (by > 0 ? 0 : -1) : place + by) + listed.length;
    open("words", { k: listed[next % listed.length]?.cluster ?? "all", word: null });
  };
  return (
    <div class="controls words-controls">
      <button type="button" class="small" aria-label={t.previous} title={t.previous} onClick={() => step(-1)}>
        ←
      </button>
      <label>
        {t.cluster}
        <select
          value={cluster ?? ""}
          data-testid="words-cluster"
          onChange={(event) => open("words", { k: event.currentTarget.value || "all", word: null })}
        >
          <option value="">{t.all}</option>
          {listed.map((one) => (
            <option key={one.cluster} value={one.cluster}>
              {clusterLine(one)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="small" aria-label={t.next} title={t.next} onClick={() => step(1)}>
        →
      </button>
      <label title={t.lambdaHelp}>
        {t.lambda}
        <input
          type="range"
          min="0"
          max="1"
          step="0.1"
          value={lambda}
          data-testid="lambda"
          onInput={(event) => open("words", { lambda: event.currentTarget.value }, true)}
        />
        <output class="number">{lambda.toFixed(1)}</output>
      </label>
      <span class="note">{t.lambdaHelp}</span>
    </div>
  );
}
