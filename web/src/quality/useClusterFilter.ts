import { useShared } from "../data/hooks";

/** Whether the filter holds a cluster alone, and a click that makes it so or takes it away. */
export function useClusterFilter() {
  const { filter, route, open } = useShared();
  const on = (k: number) => filter.level === null && filter.clusters.includes(k);
  const press = (k: number) => {
    if (k >= 0) open(route.page, { c: on(k) ? null : k, level: null });
  };
  return { on, press };
}
