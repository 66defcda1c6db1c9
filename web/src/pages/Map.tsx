import { Empty } from "../parts/Figure";

export function DocumentMap() {
  return <Empty>…</Empty>;
}
