import { useState } from "preact/hooks";
import { useLoaded, useShared } from "../data/hooks";
import { texts } from "../texts";

/** License notices of third-party programs, at the end of every page. */
export function Licenses() {
  const { source } = useShared();
  const [open, setOpen] = useState(false);
  const { value, error } = useLoaded(async () => (open ? source.licenses() : null), [source, open]);
  return (
    <details class="licenses" onToggle={(event) => setOpen(event.currentTarget.open)} data-testid="licenses">
      <summary>{texts.licenses}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      {open && <pre tabIndex={0}>{error ?? value ?? texts.loading}</pre>}
    </details>
  );
}
