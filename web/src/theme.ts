import { useEffect, useState } from "preact/hooks";

const KEY = "cotext-theme";

/** Light or dark: as the system says, until the person says otherwise. */
export function useDark(): [boolean, (dark: boolean) => void] {
  const [dark, setDark] = useState(() => chosen() ?? matchMedia("(prefers-color-scheme: dark)").matches);
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }, [dark]);
  const choose = (value: boolean) => {
    setDark(value);
    try {
      localStorage.setItem(KEY, value ? "dark" : "light");
    } catch {
      // a page from the disk may not keep anything
    }
  };
  return [dark, choose];
}

function chosen(): boolean | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? null : kept === "dark";
  } catch {
    return null;
  }
}
