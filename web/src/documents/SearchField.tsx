import { useEffect, useRef, useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import { texts } from "../texts";

const PAUSE = 150;

/** Searches as one types, after a short pause; the address follows. */
export function SearchField() {
  const { route, open } = useShared();
  const asked = route.params.q ?? "";
  const [draft, setDraft] = useState(asked);
  const timer = useRef(0);
  useEffect(() => setDraft(asked), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (q: string) => open("documents", { q: q || null, row: null, view: null }, true);
  return (
    <input
      type="search"
      class="search"
      data-search
      data-testid="search"
      aria-label={texts.documents.search}
      placeholder={texts.documents.placeholder}
      value={draft}
      onInput={(event) => {
        const { value } = event.currentTarget;
        setDraft(value);
        clearTimeout(timer.current);
        timer.current = window.setTimeout(search, PAUSE, value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.blur();
        if (event.key === "ArrowDown") document.querySelector<HTMLElement>("[role=listbox]")?.focus();
        if (event.key !== "Enter") return;
        clearTimeout(timer.current);
        search(draft.trim());
      }}
    />
  );
}
