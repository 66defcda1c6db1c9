import { parse } from "./router";

const REST = 150; // milliseconds without scrolling before a position is kept
const PATIENCE = 2000; // milliseconds that a page may take to become high enough again

/**
 * A page opens at its top. Going back or reloading restores the scroll position.
 * The position is kept in the state of the history's entry.
 */
export function keepPlaces(): void {
  history.scrollRestoration = "manual";
  let timer = 0;
  let { page } = parse(location.hash);
  let stop = returnTo(history.state?.y);
  addEventListener("scroll", () => {
    clearTimeout(timer);
    const { hash } = location;
    timer = window.setTimeout(() => {
      if (hash === location.hash && !returning) history.replaceState({ y: window.scrollY }, "");
    }, REST);
  });
  addEventListener("hashchange", (event) => {
    if (!event.isTrusted) return; // a filter was put in the place of another: nobody went anywhere
    clearTimeout(timer);
    stop();
    const before = page;
    page = parse(location.hash).page;
    if (typeof history.state?.y === "number") stop = returnTo(history.state.y);
    else if (page !== before) window.scrollTo(0, 0);
  });
  for (const hand of ["wheel", "touchstart", "pointerdown", "keydown"])
    addEventListener(hand, () => stop(), { passive: true, capture: true });
}

let returning = false;

/** Scrolls to a height as soon as the page has it; the function that is returned gives up. */
function returnTo(y: number | undefined): () => void {
  const until = performance.now() + PATIENCE;
  const stop = () => {
    returning = false;
  };
  const step = () => {
    if (!returning) return;
    window.scrollTo(0, y as number);
    if (Math.abs(window.scrollY - (y as number)) < 1 || performance.now() > until) stop();
    else requestAnimationFrame(step);
  };
  returning = typeof y === "number";
  step();
  return stop;
}
