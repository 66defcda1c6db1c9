import { Empty } from "../parts/Figure";

export function Blocks() {
  return <Empty>Blocks</Empty>;
}
