import type { Export } from "../parts/Figure";
import { save } from "./csv";

export interface Drawn {
  svg: string;
  width: number;
  height: number;
}

/** An element as text. Its content is not escaped, so pass texts through `escaped` or `label`. */
export function element(name: string, attributes: Record<string, string | number>, held = ""): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${written.join("")}${held ? `>${held}</${name}>` : "/>"}`;
}

export function label(text: string, attributes: Record<string, string | number>): string {
  return element("text", attributes, escaped(text));
}

/** Text for XML: special characters escaped, forbidden ones replaced. */
export function escaped(text: string): string {
  return [...text]
    .map((letter) => (isAllowed(letter.codePointAt(0) as number) ? letter : " "))
    .join("")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function isAllowed(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
}

export function drawing(width: number, height: number, held: string[]): Drawn {
  const paper = element("rect", { width, height, fill: "#ffffff" });
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": "Arial, Helvetica, sans-serif",
  };
  return { svg: element("svg", attributes, paper + held.join("")), width, height };
}

/** The files of a drawing: SVG as it is, PNG painted from it at twice its size. */
export function svgExports(name: string, make: () => Drawn): Export[] {
  return [
    { label: "PNG", run: () => void painted(make()).then((blob) => blob && save(`${name}.png`, blob)) },
    { label: "SVG", run: () => save(`${name}.svg`, make().svg, "image/svg+xml") },
  ];
}

async function painted({ svg, width, height }: Drawn): Promise<Blob | null> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml;charset=utf-8" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve));
}
