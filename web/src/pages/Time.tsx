import { Empty } from "../parts/Figure";

export function Time() {
  return <Empty>Time</Empty>;
}
