import { useState } from "preact/hooks";
import { useLoaded, useShared } from "../data/hooks";
import { texts } from "../texts";

/** At the end of every page: whose programs it is made of, and what their licenses ask to be said. */
export function Licenses() {
  const { source } = useShared();
  const [open, setOpen] = useState(false);
  const { value, error } = useLoaded(async () => (open ? source.licenses() : null), [source, open]);
  return (
    <details class="licenses" onToggle={(event) => setOpen(event.currentTarget.open)} data-testid="licenses">
      <summary>{texts.licenses}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      {open && <pre tabIndex={0}>{error ?? value ?? texts.loading}</pre>}
    </details>
  );
}
