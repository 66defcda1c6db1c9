import { useShared } from "../data/hooks";
import { Pick } from "../parts/Pick";
import { texts } from "../texts";
import { lastStanding } from "./history";
import { areSiblings, ORDERS, orderOf } from "./order";
import type { Editing } from "./useEdit";

interface Props {
  editing: Editing;
  chosen: number[];
  setChosen: (clusters: number[]) => void;
  saveTable: () => void;
}

/** Controls above the cards: sort, merge, undo. Without edit rights, a note says why. */
export function Bar({ editing, chosen, setChosen, saveTable }: Props) {
  const { source, overview, route, run } = useShared();
  const text = texts.clusters;
  const apart = !areSiblings(chosen, overview.parents);
  const last = lastStanding(overview.edits);
  const merge = async () => {
    if (await editing.send({ edit: "merge", clusters: chosen })) setChosen([]);
  };
  return (
    <div class={chosen.length || editing.error ? "cluster-bar stays" : "cluster-bar"}>
      <h2>{text.heading(overview.clusters.length)}</h2>
      <div class="controls">
        <Pick
          label={text.sort}
          names={text.orders}
          values={ORDERS}
          value={orderOf(route.params.sort)}
          name="sort"
        />
        <button type="button" class="small" onClick={saveTable} data-testid="clusters-csv">
          {text.csv}
        </button>
        {editing.allowed && (
          <>
            <button
              type="button"
              class="small primary"
              disabled={chosen.length < 2 || apart || editing.busy}
              onClick={merge}
              data-testid="merge-chosen"
            >
              {text.mergeChosen(chosen.length)}
            </button>
            {chosen.length > 0 && (
              <button type="button" class="plain small" onClick={() => setChosen([])}>
                {text.clearChosen}
              </button>
            )}
            <button
              type="button"
              class="small"
              disabled={last === null || editing.busy}
              title={last ? text.undoWhat(text.done(last)) : text.nothingToUndo}
              onClick={() => editing.send({ edit: "undo" })}
              data-testid="undo"
            >
              {text.undo}
            </button>
          </>
        )}
      </div>
      {!editing.allowed && (
        <p class="note" data-testid="how-to-edit">
          {source.server ? text.readOnly : text.report(run)}
        </p>
      )}
      {apart && (
        <p class="note" role="status">
          {text.apart}
        </p>
      )}
      {editing.error && (
        <p class="warn" role="alert" data-testid="edit-error">
          {text.refused} {editing.error}
        </p>
      )}
    </div>
  );
}
