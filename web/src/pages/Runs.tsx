import { Empty } from "../parts/Figure";

export function Runs() {
  return <Empty>Runs</Empty>;
}
