import { useShared } from "../data/hooks";
import { href } from "../router";
import { texts } from "../texts";

/** A note on noise clusters: their size, a switch to show them, and a link to fit without them. */
export function Noise() {
  const { overview, route, run, session, open } = useShared();
  const aside = overview.clusters.filter(({ noise }) => noise);
  if (!aside.length) return null;
  const documents = aside.reduce((sum, { size }) => sum + size, 0);
  return (
    <p class="noise note" data-testid="noise">
      {texts.noise.aside(aside.length, documents)}
      <label>
        <input
          type="checkbox"
          checked={route.params.noise === "show"}
          onChange={(event) => open(route.page, { noise: event.currentTarget.checked ? "show" : null })}
          data-testid="noise-show"
        />
        {texts.noise.show}
      </label>
      {session.allow_runs && !overview.has.texts && texts.noise.noTexts}
      {session.allow_runs && overview.has.texts && (
        <a href={href({ page: "runs", params: { run, again: run } })} data-testid="noise-again">
          {texts.noise.again}
        </a>
      )}
    </p>
  );
}
