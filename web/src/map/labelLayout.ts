/** A label to be placed: its text, center and size. */
export interface Wanted {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The label to use instead if there is no room. */
  shorter?: Wanted;
}

export interface Placed extends Wanted {
  /** Its number among those that wanted a place. */
  index: number;
}

const STEPS = [0, 1, -1, 2, -2, 3, -3];
const GAP = 3;

/**
 * Places labels one after the other, each at its position or slightly above or below, so that none overlap. Shorter
 * versions are placed after all full labels.
 */
export function placed(wanted: Wanted[], taken: Wanted[], width: number, height: number): Placed[] {
  const found: Placed[] = [];
  const place = (name: Wanted, index: number): boolean =>
    STEPS.some((step) => {
      const here = { ...name, y: name.y + step * (name.height / 2 + GAP), index };
      const free = !taken.some((other) => covers(here, other)) && !found.some((other) => covers(here, other));
      return free && isInside(here, width, height) && found.push(here) > 0;
    });
  const left = wanted.map((name, index) => [name.shorter, place(name, index), index] as const);
  for (const [shorter, done, index] of left) if (!done && shorter) place(shorter, index);
  return found;
}

function covers(a: Wanted, b: Wanted): boolean {
  const apart = [Math.abs(a.x - b.x) - GAP, Math.abs(a.y - b.y)] as const;
  return 2 * apart[0] < a.width + b.width && 2 * apart[1] < a.height + b.height;
}

function isInside(name: Wanted, width: number, height: number): boolean {
  const [w, h] = [name.width / 2, name.height / 2];
  return name.x - w >= 0 && name.x + w <= width && name.y - h >= 0 && name.y + h <= height;
}

/** The index of the label at a point; -1 for none. */
export function at(names: Placed[], x: number, y: number): number {
  const found = names.find(
    (name) => Math.abs(x - name.x) <= name.width / 2 && Math.abs(y - name.y) <= name.height / 2,
  );
  return found?.index ?? -1;
}
