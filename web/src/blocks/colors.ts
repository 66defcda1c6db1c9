import type { MatrixNumbers } from "../data/types";
import { mixed, parseHex, type Rgb } from "../parts/color";
import { quantile } from "../parts/quantile";
import { fill } from "./scale";

const BRIGHT = 0.98; // the quantile that has the full color

/** Few cells are filled, so the lift of a small pixel is high: the highest have the full color. */
function liftTone(value: number, most: number): number {
  const tone = Math.log2(value) / Math.log2(Math.max(most, 4));
  return Math.max(-1, Math.min(1, tone));
}

/** A color for each number: more ink for more counts, or blue and orange for more and less than expected. */
export function colorOf(numbers: MatrixNumbers, paper: Rgb, ink: Rgb, dark: boolean): (value: number) => Rgb {
  const most = quantile(
    numbers.pixels.flat().filter((value) => value > 0),
    BRIGHT,
  );
  if (numbers.values === "lift") return (value) => (value ? fill(liftTone(value, most), dark) : paper);
  // roots: a few frequent words would otherwise be all there is to see
  return (value) => (value ? mixed(paper, ink, 0.12 + 0.88 * Math.min(1, Math.sqrt(value / most))) : paper);
}

/** The pixels as an image that can be drawn at any size. */
export function matrixImage(
  numbers: MatrixNumbers,
  paper: string,
  ink: string,
  dark: boolean,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = numbers.pixels[0]?.length ?? 1;
  canvas.height = numbers.pixels.length;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const image = context.createImageData(canvas.width, canvas.height);
  const color = colorOf(numbers, parseHex(paper), parseHex(ink), dark);
  let at = 0;
  for (const row of numbers.pixels)
    for (const value of row) {
      const [red, green, blue] = color(value);
      image.data[at++] = red;
      image.data[at++] = green;
      image.data[at++] = blue;
      image.data[at++] = 255;
    }
  context.putImageData(image, 0, 0);
  return canvas;
}
