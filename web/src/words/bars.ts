import type { Option } from "../parts/Chart";
import { count } from "../texts";
import type { Use } from "./tops";

const GRAY = "#d8d4cb";

export interface Labels {
  inside: string;
  all: string;
}

/** Bars of a cluster's words for a picture file: how often in the cluster, before how often at all. */
export function countsOption(uses: Use[], color: string, labels: Labels): Option {
  const bar = { type: "bar", barWidth: "62%" };
  return {
    grid: { left: 8, right: 30, top: 34, bottom: 8, containLabel: true },
    legend: { top: 0, data: [labels.inside, labels.all] },
    xAxis: { type: "value" },
    yAxis: { type: "category", inverse: true, data: uses.map(({ word }) => word), axisTick: { show: false } },
    series: [
      { ...bar, name: labels.all, data: uses.map(({ total }) => total), itemStyle: { color: GRAY } },
      {
        ...bar,
        name: labels.inside,
        barGap: "-100%",
        data: uses.map(({ count }) => count),
        itemStyle: { color },
      },
    ],
  };
}

const ACROSS = 4;
const LINE = 20;
const HEAD = 34;

/** The same for several clusters in one picture, each with its name above its bars. */
export function multiplesOption(all: { label: string; color: string; uses: Use[] }[]): Option {
  const rows = Math.max(1, ...all.map(({ uses }) => uses.length));
  const box = (i: number) => ({
    left: `${(100 / ACROSS) * (i % ACROSS) + 10}%`,
    top: Math.floor(i / ACROSS) * (HEAD + rows * LINE) + HEAD,
    width: `${100 / ACROSS - 12}%`,
    height: rows * LINE - 8,
  });
  const bars = (i: number, data: number[], color: string, gap?: string) => ({
    type: "bar",
    xAxisIndex: i,
    yAxisIndex: i,
    barWidth: "62%",
    barGap: gap,
    data,
    itemStyle: { color },
  });
  return {
    grid: all.map((_, i) => box(i)),
    xAxis: all.map((_, i) => ({ gridIndex: i, type: "value", show: false })),
    yAxis: all.map(({ label, uses }, i) => ({
      gridIndex: i,
      type: "category",
      inverse: true,
      name: label,
      nameLocation: "start",
      nameTextStyle: { fontWeight: "bold", align: "center" },
      data: uses.map(({ word }) => word),
      axisTick: { show: false },
      axisLine: { show: false },
    })),
    series: all.flatMap(({ color, uses }, i) => [
      bars(
        i,
        uses.map(({ total }) => total),
        GRAY,
      ),
      bars(
        i,
        uses.map(({ count }) => count),
        color,
        "-100%",
      ),
    ]),
  };
}

/** The height of that picture. */
export const multiplesHeight = (clusters: number, words: number) =>
  Math.ceil(clusters / ACROSS) * (HEAD + words * LINE) + 12;

/** Signed bars for a picture file: over-used to the right, under-used to the left. */
export function keynessOption(names: string[], scores: number[], color: string): Option {
  const data = scores.map((score) => ({ value: score, itemStyle: { color: score > 0 ? color : "#8b867c" } }));
  return {
    grid: { left: 8, right: 30, top: 8, bottom: 8, containLabel: true },
    xAxis: { type: "value" },
    yAxis: {
      type: "category",
      inverse: true,
      data: names,
      axisTick: { show: false },
      axisLine: { onZero: false },
    },
    series: [{ type: "bar", data }],
  };
}

/** A whole number with its sign, nothing before a zero. */
export function signed(score: number): string {
  const whole = Math.round(Math.abs(score));
  return whole ? `${score > 0 ? "+" : "−"}${count(whole)}` : "0";
}

/** The width of a signed bar in percent of its half: by the square root, so that small ones are seen. */
export function signedWidth(score: number, most: number): number {
  return most > 0 ? 100 * Math.sqrt(Math.abs(score) / most) : 0;
}
