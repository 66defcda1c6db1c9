import { useEffect, useLayoutEffect, useState } from "preact/hooks";

const KEY = "cotext-theme";

/** Light or dark: as the system says, until the person says otherwise. */
export function useDark(): [boolean, (dark: boolean) => void] {
  const [dark, setDark] = useState(() => chosen() ?? matchMedia("(prefers-color-scheme: dark)").matches);
  const printing = usePrinting();
  const shown = dark && !printing;
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = shown ? "dark" : "light";
  }, [shown]);
  const choose = (value: boolean) => {
    setDark(value);
    try {
      localStorage.setItem(KEY, value ? "dark" : "light");
    } catch {
      // a page from the disk may not keep anything
    }
  };
  return [shown, choose];
}

/** Paper is light, whatever the screen is. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia("print");
    const listen = () => setPrinting(media.matches);
    media.addEventListener("change", listen);
    return () => media.removeEventListener("change", listen);
  }, []);
  return printing;
}

function chosen(): boolean | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? null : kept === "dark";
  } catch {
    return null;
  }
}
