import { useEffect, useMemo, useState } from "preact/hooks";
import { opener, type Shared, SharedContext, useLoaded } from "./data/hooks";
import type { Source } from "./data/source";
import type { MapNumbers, Overview, Point, Session } from "./data/types";
import { filterOf, passing } from "./filter/filter";
import { inside, parseLasso } from "./filter/lasso";
import { hiddenOf, seenOverview, shownOf } from "./filter/noise";
import { projectionOf } from "./map/projection";
import { PAGES, type Page } from "./pages";
import { Empty } from "./parts/Figure";
import { Filters } from "./parts/Filters";
import { Noise } from "./parts/Noise";
import { Shell } from "./parts/Shell";
import { type Route, useRoute } from "./router";
import { texts } from "./texts";
import { useDark } from "./theme";

export function App({ source }: { source: Source }) {
  const [dark, setDark] = useDark();
  const route = known(useRoute());
  const { value: session, error } = useLoaded(() => source.session(), [source]);
  if (error) return <Empty>{error}</Empty>;
  if (!session) return <Empty>{texts.loading}</Empty>;
  const run = route.params.run ?? session.run;
  const outside = { source, session, route, dark, setDark };
  return run === null ? <WithoutRun {...outside} /> : <WithRun key={run} run={run} {...outside} />;
}

/** An address without a page, or with one that does not exist, leads to the first page. */
const known = (route: Route): Route => (route.page in PAGES ? route : { ...route, page: "blocks" });

interface Outside extends Pick<Shared, "source" | "session" | "route" | "dark"> {
  setDark: (dark: boolean) => void;
}

/** Only a new run can be made, or another be opened. */
function WithoutRun({ setDark, ...outside }: Outside) {
  const shared = { ...outside, ...NOTHING, run: "", open: opener(outside.route), refresh: () => {} };
  return (
    <SharedContext.Provider value={shared}>
      <Shell setDark={setDark} pages={["runs"]} page="runs">
        <PAGES.runs.View />
      </Shell>
    </SharedContext.Provider>
  );
}

const NOTHING = {
  overview: {
    documents: 0,
    words: 0,
    clusters: [],
    word_clusters: [],
    n_clusters: [0, 0],
  } as unknown as Overview,
  shown: [],
  hidden: new Set<number>(),
  documents: null,
  rows: null,
  filter: filterOf({ page: "runs", params: {} }),
};

function WithRun({ run, setDark, ...outside }: Outside & { run: string }) {
  const { source, session, route } = outside;
  const [overview, setOverview] = useState<Overview | null>(null);
  const [edition, setEdition] = useState(0);
  const first = useLoaded(() => source.overview(run), [run]);
  const documents = useLoaded(() => source.documents(run), [run, edition]).value;
  useEffect(() => setOverview(first.value), [first.value]);
  const filter = useFilter(source, run, route.params.lasso, route);
  const rows = useMemo(
    () => (documents && overview ? passing(documents, overview, filter) : null),
    [documents, overview, filter],
  );
  const seen = useMemo(() => {
    if (!overview) return null;
    const hidden = hiddenOf(overview, filter);
    const all = seenOverview(overview, hidden);
    return { hidden, overview: all, shown: shownOf(all, hidden) };
  }, [overview, filter]);
  if (first.error) return <Empty>{first.error}</Empty>;
  if (!seen) return <Empty>{texts.loading}</Empty>;
  const refresh = (next: Overview, renumbered: boolean) => {
    setOverview(next);
    if (renumbered) setEdition(edition + 1);
  };
  const shared: Shared = { ...outside, run, ...seen, documents, filter, rows, open: opener(route), refresh };
  const { View } = PAGES[route.page];
  return (
    <SharedContext.Provider value={shared}>
      <Shell setDark={setDark} pages={pagesOf(source, session)} page={route.page}>
        <Noise />
        <Filters />
        <View />
      </Shell>
    </SharedContext.Provider>
  );
}

function pagesOf(source: Source, session: Session): Page[] {
  const all = Object.keys(PAGES) as Page[];
  return source.server || session.runs.length ? all : all.filter((page) => page !== "runs");
}

/** The filter of the address; a lasso is looked up on the map. */
function useFilter(source: Source, run: string, lasso: string | undefined, route: Shared["route"]) {
  const { plain } = route.params;
  const map = useLoaded(
    async () => (lasso ? source.picture<MapNumbers>(run, "map", projectionOf(plain)) : null),
    [run, lasso === undefined, plain],
  ).value;
  const key = JSON.stringify(route.params);
  return useMemo(() => {
    const filter = filterOf(route);
    const polygon = parseLasso(lasso);
    if (map && polygon.length)
      filter.rows = new Set(map.rows.filter((_, i) => inside(polygon, map.points[i] as Point)));
    return filter;
  }, [key, map]);
}
