import { useLoaded, useShared } from "../data/hooks";
import { MapFigure } from "../map/MapFigure";
import type { MapNumbers } from "../map/types";
import { Empty } from "../parts/Figure";
import "../style/map.css";
import { texts } from "../texts";

/** Documents in two dimensions. */
export function DocumentMap() {
  const { source, run } = useShared();
  const { value, error } = useLoaded(() => source.picture<MapNumbers>(run, "map"), [run]);
  if (error) return <Empty>{error}</Empty>;
  return value ? <MapFigure numbers={value} /> : <Empty>{texts.map.placing}</Empty>;
}
