import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

const STILL = 4; // pixels that a hand moves when it clicks
const WHEEL = 0.0016;
const PINCH = 0.01; // a pinch on a touchpad arrives as a wheel with Ctrl, in small steps
const MOST = 0.5; // of a single step of a wheel

/** Gestures on a canvas; positions are in CSS pixels from its corner. */
export interface Gestures {
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  click(x: number, y: number, event: PointerEvent): void;
  hover(x: number, y: number): void;
  leave(): void;
  /** Whether the wheel zooms without Ctrl, or scrolls the page. */
  wheels(): boolean;
  /** Whether a drag draws instead of moving. */
  draws?(event: PointerEvent): boolean;
  draw?(x: number, y: number): void;
  drawn?(): void;
}

interface Hand {
  x: number;
  y: number;
}

export function useGestures(canvas: RefObject<HTMLCanvasElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures);
  latest.current = gestures;
  useEffect(() => {
    const box = canvas.current as HTMLCanvasElement;
    const hands = new Map<number, Hand>();
    let moved = 0;
    let drawing = false;
    const place = (event: MouseEvent): Hand => {
      const { left, top } = box.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      box.setPointerCapture(event.pointerId);
      hands.set(event.pointerId, place(event));
      if (hands.size === 1) {
        moved = 0;
        drawing = latest.current.draws?.(event) ?? false;
        if (drawing) latest.current.draw?.(place(event).x, place(event).y);
      } else drawing = false;
    };
    const move = (event: PointerEvent) => {
      const now = place(event);
      const before = hands.get(event.pointerId);
      if (!before) return latest.current.hover(now.x, now.y);
      moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (drawing) latest.current.draw?.(now.x, now.y);
      else if (moved > STILL) dragged(latest.current, hands, event.pointerId, now);
      if (drawing || moved > STILL) hands.set(event.pointerId, now);
    };
    const up = (event: PointerEvent) => {
      const before = hands.get(event.pointerId);
      if (!before) return;
      hands.delete(event.pointerId);
      if (drawing && moved > STILL) latest.current.drawn?.();
      else if (moved <= STILL && event.type === "pointerup") latest.current.click(before.x, before.y, event);
      drawing = false;
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey && !latest.current.wheels()) return;
      event.preventDefault();
      const { x, y } = place(event);
      const step = -event.deltaY * (event.ctrlKey ? PINCH : WHEEL);
      latest.current.zoom(Math.exp(Math.max(-MOST, Math.min(MOST, step))), x, y);
    };
    const leave = () => latest.current.leave();
    box.addEventListener("pointerdown", down);
    box.addEventListener("pointermove", move);
    box.addEventListener("pointerup", up);
    box.addEventListener("pointercancel", up);
    box.addEventListener("pointerleave", leave);
    box.addEventListener("wheel", wheel, { passive: false });
    return () => {
      box.removeEventListener("pointerdown", down);
      box.removeEventListener("pointermove", move);
      box.removeEventListener("pointerup", up);
      box.removeEventListener("pointercancel", up);
      box.removeEventListener("pointerleave", leave);
      box.removeEventListener("wheel", wheel);
    };
  }, []);
}

/** One hand moves the picture; two also zoom it, about the place between them. */
function dragged(gestures: Gestures, hands: Map<number, Hand>, id: number, now: Hand): void {
  const before = hands.get(id) as Hand;
  const other = [...hands].find(([key]) => key !== id)?.[1];
  if (!other) {
    gestures.pan(now.x - before.x, now.y - before.y);
    return;
  }
  const apart = (hand: Hand) => Math.max(Math.hypot(hand.x - other.x, hand.y - other.y), 1);
  gestures.zoom(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  gestures.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
}

const KEYS: Record<string, [number, number, number]> = {
  ArrowLeft: [60, 0, 1],
  ArrowRight: [-60, 0, 1],
  ArrowUp: [0, 60, 1],
  ArrowDown: [0, -60, 1],
  "+": [0, 0, 1.4],
  "=": [0, 0, 1.4],
  "-": [0, 0, 1 / 1.4],
};

/** Arrows move, + and - zoom around the center, 0 shows all; true if the key was one of them. */
export function pressed(
  event: KeyboardEvent,
  gestures: Pick<Gestures, "pan" | "zoom">,
  all: () => void,
): boolean {
  const step = KEYS[event.key];
  if (!step && event.key !== "0") return false;
  event.preventDefault();
  event.stopPropagation();
  const { width, height } = (event.currentTarget as HTMLCanvasElement).getBoundingClientRect();
  if (!step) all();
  else if (step[2] === 1) gestures.pan(step[0], step[1]);
  else gestures.zoom(step[2], width / 2, height / 2);
  return true;
}
