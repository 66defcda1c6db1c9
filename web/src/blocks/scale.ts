import { mixed, type Rgb } from "../parts/color";

export const MEASURES = ["lift", "mass", "density", "residual"] as const;
export type Measure = (typeof MEASURES)[number];

const MORE = 3; // lift of 2^3 and more has the full color
const LESS = 5; // little of a word cluster is the rule, and says less
const NONE = 0.08;

/** From a number to how much color it gets: -1 (far too little) to 1 (far too much, or the most there is). */
export function toneOf(measure: Measure, values: number[][]): (value: number) => number {
  if (measure === "lift")
    return (value) => clip(Math.log2(Math.max(value, NONE)) / (value < 1 ? LESS : MORE));
  const most = Math.max(...values.flat().map(Math.abs), 1e-300);
  return (value) => clip(Math.sign(value) * Math.sqrt(Math.abs(value) / most));
}

/** Paper, more than expected (blue) and less (orange): apart for every common kind of color blindness. */
const PAINT: Record<"light" | "dark", { none: Rgb; more: Rgb; less: Rgb }> = {
  light: { none: [255, 255, 255], more: [0, 88, 140], less: [190, 92, 10] },
  dark: { none: [29, 28, 26], more: [133, 200, 243], less: [240, 163, 94] },
};

export function fill(tone: number, dark: boolean): Rgb {
  const { none, more, less } = PAINT[dark ? "dark" : "light"];
  return mixed(none, tone < 0 ? less : more, Math.abs(tone));
}

/** A number that fits a small cell. */
export function cellText(measure: Measure, value: number): string {
  if (measure === "residual") return `${value > 0 ? "+" : value < 0 ? "−" : ""}${short(Math.abs(value))}`;
  if (measure === "lift") return value >= 9.95 ? value.toFixed(0) : value.toFixed(1);
  return short(value);
}

export function short(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6) return `${digits(value / 1e6)}M`;
  if (size >= 1e3) return `${digits(value / 1e3)}k`;
  if (size >= 0.01) return digits(value);
  return value.toExponential(0).replace("e-", "e−");
}

function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 9.95 ? 0 : size >= 0.995 ? 1 : 2);
}

function clip(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
