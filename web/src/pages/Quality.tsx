import { Empty } from "../parts/Figure";

export function Quality() {
  return <Empty>Quality</Empty>;
}
