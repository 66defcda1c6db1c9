import { useEffect } from "preact/hooks";

const STEPS: Record<string, number | "home" | "end"> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: "home",
  End: "end",
};

/** How far a key goes in a list that has the focus. */
export const stepOf = (key: string) => STEPS[key];

/** j and k move down and up anywhere on the page. Enter opens if nothing else has the focus. */
export function useKeys(move: (step: number) => void, enter: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { tagName } = event.target as HTMLElement;
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(tagName);
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "j") move(1);
      if (event.key === "k") move(-1);
      if (event.key === "Enter" && /^(BODY|MAIN)$/.test(tagName)) enter();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [move, enter]);
}
