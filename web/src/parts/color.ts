export type Rgb = [number, number, number];

export function parseHex(code: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(code.slice(at, at + 2), 16)) as Rgb;
}

export function css([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

export function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  return one.map((part, i) => Math.round(part + (other[i] as number) * share - part * share)) as Rgb;
}

/** Black or white, whichever reads better on a color. */
export function readable(back: Rgb): string {
  return luminance(back) > 0.179 ? "#000000" : "#ffffff";
}

const SEEN = { light: 0.62, dark: 0.16 }; // luminance at most on white, at least on black

/** A color, moved towards the ink of the page until a dot of it can be seen on its paper. */
export function seen(code: string, dark: boolean): string {
  let found = parseHex(code);
  for (let i = 0; i < 12 && (dark ? luminance(found) < SEEN.dark : luminance(found) > SEEN.light); i++)
    found = mixed(found, dark ? [255, 255, 255] : [0, 0, 0], 0.1);
  return toHex(found);
}

export function toHex(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => linear(part / 255)) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const HUES = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#6e6e6e", "#e6d800"];
const SHADES = [0, -0.42, 0.42, -0.66, 0.6]; // towards black below zero, towards white above

/** The color of the n-th of some values: those that pictures/colors.py gives to clusters. */
export function colorOf(n: number): string {
  const hue = parseHex(HUES[n % HUES.length] as string);
  const shade = SHADES[Math.floor(n / HUES.length) % SHADES.length] as number;
  return toHex(mixed(hue, shade > 0 ? [255, 255, 255] : [0, 0, 0], Math.abs(shade)));
}
