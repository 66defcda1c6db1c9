import { Empty } from "../parts/Figure";

export function Clusters() {
  return <Empty>Clusters</Empty>;
}
