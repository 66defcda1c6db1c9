export type Height = "share" | "count";
export type Drawing = "bars" | "areas" | "each";
export type Measure = "lift" | "residual" | "count" | "share";

export const MEASURES: Measure[] = ["lift", "residual", "count", "share"];

export const heightOf = (text: string | undefined): Height => (text === "count" ? "count" : "share");
export const drawingOf = (text: string | undefined): Drawing =>
  text === "areas" || text === "each" ? text : "bars";
export const measureOf = (text: string | undefined): Measure =>
  MEASURES.find((measure) => measure === text) ?? "lift";
