import { Empty } from "../parts/Figure";

export function Words() {
  return <Empty>Words</Empty>;
}
