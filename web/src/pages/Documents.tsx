import { Empty } from "../parts/Figure";

export function Documents() {
  return <Empty>Documents</Empty>;
}
