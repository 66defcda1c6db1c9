import type { Box } from "../data/types";
import type { ink, Option } from "./Chart";

// Options for ECharts as pure functions of numbers, so that a chart and its exported file agree.

export type Ink = ReturnType<typeof ink>;

export interface Series {
  name: string;
  color: string;
  values: number[];
}

/** An axis in the colors of the page. */
export function axis(ink: Ink, more: Record<string, unknown> = {}, label: Record<string, unknown> = {}) {
  return {
    axisLabel: { color: ink.soft, ...label },
    axisLine: { lineStyle: { color: ink.line } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: ink.line } },
    nameTextStyle: { color: ink.soft },
    ...more,
  };
}

/** Names on an axis, shorter if there is little room. */
const NAMES = { width: 190, overflow: "truncate" };
const NARROW = [
  { query: { maxWidth: 520 }, option: { yAxis: { axisLabel: { width: 105 } } } },
  { option: { yAxis: { axisLabel: NAMES } } }, // or a chart that has grown would keep the short ones
];

export interface Stacked {
  areas: boolean;
  shares: boolean;
  /** Whether the parts make up the whole. */
  whole: boolean;
  /** Periods that are not chosen. */
  faint: boolean[];
  /** Whether the drawing has a legend: a file needs one, a page has its own. */
  legend: boolean;
}

/** Parts of a whole over periods, one on the other. */
export function stackOption(
  periods: string[],
  series: Series[],
  { areas, shares, whole, faint, legend }: Stacked,
  ink: Ink,
): Option {
  const percent = (value: number) => `${(100 * value).toFixed(0)} %`;
  const format = shares ? percent : (value: number) => value.toLocaleString("en");
  return {
    grid: { left: 8, right: 16, top: 12, bottom: legend ? 40 + 7 * series.length : 8, containLabel: true },
    legend: { show: legend, bottom: 4, textStyle: { color: ink.text } },
    tooltip: { trigger: "item", valueFormatter: format },
    xAxis: axis(
      ink,
      { type: "category", data: periods, boundaryGap: !areas, splitLine: { show: false } },
      { lineHeight: 15 },
    ),
    yAxis: axis(ink, { type: "value", max: shares && whole ? 1 : undefined }, { formatter: format }),
    series: series.map(({ name, color, values }) => ({
      name,
      type: areas ? "line" : "bar",
      stack: "all",
      data: values.map((value, j) => ({ value, itemStyle: { opacity: faint[j] ? 0.3 : 1 } })),
      color,
      symbol: "circle",
      symbolSize: 5,
      showSymbol: areas,
      lineStyle: { width: 1 },
      areaStyle: areas ? { opacity: 0.85 } : undefined,
      itemStyle: { borderColor: ink.back, borderWidth: areas ? 0 : 0.5 },
      barCategoryGap: "12%",
      cursor: "pointer",
    })),
  };
}

/** Horizontal bars, the first on top. */
export function barsOption(names: string[], values: number[], colors: string[], ink: Ink): Option {
  return {
    grid: { left: 8, right: 56, top: 8, bottom: 8, containLabel: true },
    xAxis: axis(ink, { type: "value", splitNumber: 4 }),
    yAxis: axis(ink, { type: "category", data: names, inverse: true }, NAMES),
    media: NARROW,
    series: [
      {
        type: "bar",
        data: values.map((value, i) => ({ value, itemStyle: { color: colors[i] } })),
        label: {
          show: true,
          position: "right",
          color: ink.text,
          formatter: ({ value }: { value: number }) =>
            value.toLocaleString("en", { maximumFractionDigits: 2 }),
        },
      },
    ],
  };
}

/** Upright bars over classes of a number. */
export function histogramOption(names: string[], values: number[], color: string, ink: Ink): Option {
  return {
    grid: { left: 8, right: 8, top: 12, bottom: 8, containLabel: true },
    tooltip: { trigger: "item" },
    xAxis: axis(ink, { type: "category", data: names, splitLine: { show: false } }),
    yAxis: axis(ink, { type: "value", minInterval: 1 }),
    series: [{ type: "bar", data: values, color, barCategoryGap: "8%" }],
  };
}

export interface Boxes {
  name: string;
  color: string;
  boxes: Box[];
}

/** Box plots lying on their side, several kinds under each name. */
export function boxesOption(names: string[], kinds: Boxes[], ink: Ink): Option {
  const value = (number: number | undefined) => (number === undefined ? "" : number.toFixed(3));
  return {
    grid: { left: 8, right: 16, top: 30, bottom: 8, containLabel: true },
    legend: { top: 0, left: 0, textStyle: { color: ink.text }, selectedMode: false },
    tooltip: {
      trigger: "item",
      formatter: ({ seriesName, name, data }: { seriesName: string; name: string; data: number[] }) =>
        `${name}\n${seriesName}: ${[1, 2, 3, 4, 5].map((i) => value(data[i])).join("  ")}`,
    },
    xAxis: axis(ink, { type: "value" }),
    yAxis: axis(ink, { type: "category", data: names, inverse: true, splitLine: { show: false } }, NAMES),
    media: NARROW,
    series: kinds.map(({ name, color, boxes }) => ({
      name,
      type: "boxplot",
      data: boxes.map((box) => (box.includes(null) ? [] : box)),
      itemStyle: { color: `${color}55`, borderColor: color },
      color,
      boxWidth: [4, 12],
    })),
  };
}

/** Lines over steps; those in front are drawn last and thicker. */
export function linesOption(
  lines: { name: string; values: [number, number][]; color: string; front: boolean }[],
  { log, x, y }: { log: boolean; x: string; y: string },
  ink: Ink,
): Option {
  return {
    grid: { left: 8, right: 16, top: 30, bottom: 24, containLabel: true },
    tooltip: { trigger: "item" },
    xAxis: axis(ink, { type: "value", name: x, nameLocation: "middle", nameGap: 26, minInterval: 1 }),
    yAxis: axis(ink, { type: log ? "log" : "value", name: y, scale: true, nameTextStyle: { align: "left" } }),
    series: lines.map(({ name, values, color, front }) => ({
      name,
      type: "line",
      data: values,
      color,
      showSymbol: values.length === 1,
      lineStyle: { width: front ? 3 : 1.2 },
      z: front ? 3 : 2,
    })),
  };
}

/** Colored cells with their numbers: the file of a table that the page shows as HTML. */
export function heatOption(
  rows: string[],
  columns: string[],
  cells: { tone: number; text: string }[][],
  ink: Ink,
): Option {
  const data = cells.flatMap((row, i) => row.map(({ tone, text }, j) => ({ value: [j, i, tone], text })));
  return {
    grid: { left: 8, right: 8, top: 8, bottom: 8, containLabel: true },
    xAxis: axis(ink, { type: "category", data: columns, position: "top" }, { rotate: 90, interval: 0 }),
    yAxis: axis(ink, { type: "category", data: rows, inverse: true }, { interval: 0 }),
    visualMap: { show: false, min: -1, max: 1, inRange: { color: ["#eaaf80", ink.back, "#80b9d9"] } },
    series: [
      {
        type: "heatmap",
        data,
        label: {
          show: true,
          color: ink.text,
          formatter: ({ data }: { data: { text: string } }) => data.text,
        },
      },
    ],
  };
}
