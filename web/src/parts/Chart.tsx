import { BarChart, BoxplotChart, HeatmapChart, LineChart, SankeyChart, ScatterChart } from "echarts/charts";
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
} from "echarts/components";
import * as echarts from "echarts/core";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "preact/hooks";
import { useShared } from "../data/hooks";
import { save } from "../files/csv";
import type { Export } from "./Figure";

echarts.use([
  BarChart,
  BoxplotChart,
  HeatmapChart,
  LineChart,
  SankeyChart,
  ScatterChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
  SVGRenderer,
]);

export type Option = echarts.EChartsCoreOption;

export interface Clicked {
  dataIndex: number;
  seriesIndex: number;
  name: string;
  data: unknown;
  /** That of the browser, with its keys. */
  event?: { event?: { shiftKey?: boolean } };
}

interface Props {
  option: Option;
  height: number;
  label: string;
  onClick?: (event: Clicked) => void;
}

/** Colors of the page, which a canvas cannot read from a style sheet by itself. */
export function ink(dark: boolean) {
  return dark
    ? { text: "#ebe8e2", soft: "#aeaaa1", line: "#353330", back: "#1d1c1a" }
    : { text: "#1f1d1a", soft: "#615d55", line: "#e3dfd7", back: "#ffffff" };
}

function dressed(option: Option, dark: boolean): Option {
  const { text, back, line } = ink(dark);
  const tooltip = {
    renderMode: "richText", // no HTML: texts of documents stay texts
    confine: true,
    backgroundColor: back,
    borderColor: line,
    textStyle: { color: text },
  };
  return {
    animation: false,
    textStyle: {
      fontFamily: "-apple-system, Segoe UI, Roboto, Noto Sans, Helvetica Neue, Arial, sans-serif",
      color: text,
    },
    ...option,
    ...(option.tooltip ? { tooltip: { ...tooltip, ...option.tooltip } } : {}),
  };
}

export function Chart({ option, height, label, onClick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<echarts.ECharts | null>(null);
  const { dark } = useShared();
  useEffect(() => {
    const made = echarts.init(box.current as HTMLDivElement, undefined, { renderer: "canvas" });
    chart.current = made;
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(box.current as HTMLDivElement);
    return () => {
      watch.disconnect();
      made.dispose();
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(dressed(option, dark), true);
  }, [option, dark]);
  useEffect(() => {
    const listen = (event: unknown) => onClick?.(event as never);
    chart.current?.on("click", listen);
    return () => {
      chart.current?.off("click", listen);
    };
  }, [onClick]);
  return <div ref={box} class="chart" style={{ height: `${height}px` }} role="img" aria-label={label} />;
}

/** The same chart as a file, in light colors and at a fixed size. */
export function chartExports(name: string, option: Option, width = 960, height = 540): Export[] {
  const drawn = (renderer: "canvas" | "svg", use: (made: echarts.ECharts) => void) => () => {
    const box = document.createElement("div");
    const made = echarts.init(box, undefined, { renderer, width, height });
    made.setOption(dressed(option, false));
    use(made);
    made.dispose();
  };
  return [
    {
      label: "PNG",
      run: drawn("canvas", (made) => {
        const canvas = made.renderToCanvas({ pixelRatio: 2, backgroundColor: "#ffffff" });
        canvas.toBlob((blob: Blob | null) => blob && save(`${name}.png`, blob));
      }),
    },
    {
      label: "SVG",
      run: drawn("svg", (made) => save(`${name}.svg`, made.renderToSVGString(), "image/svg+xml")),
    },
  ];
}
