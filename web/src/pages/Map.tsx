import { useLoaded, useShared } from "../data/hooks";
import type { MapNumbers } from "../data/types";
import { MapFigure } from "../map/MapFigure";
import { projectionOf } from "../map/projection";
import { Empty } from "../parts/Figure";
import "../style/map.css";
import { texts } from "../texts";

/** Documents in two dimensions. */
export function DocumentMap() {
  const { source, run, route } = useShared();
  const plain = route.params.plain;
  const { value, error } = useLoaded(
    async () => ({ plain, numbers: await source.picture<MapNumbers>(run, "map", projectionOf(plain)) }),
    [run, plain],
  );
  if (error) return <Empty>{error}</Empty>;
  if (value?.plain !== plain || !value) return <Empty>{texts.map.placing}</Empty>;
  return <MapFigure numbers={value.numbers} />;
}
