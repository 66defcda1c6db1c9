import type { ComponentChildren } from "preact";
import type { Numbers } from "../data/types";
import { texts } from "../texts";

export interface Export {
  /** Shown on the button: "CSV", "PNG", "SVG", "GraphML". */
  label: string;
  /** Makes the file, or the address of the file on the server. */
  run: (() => void) | string;
}

interface Props {
  /** The finding, in a sentence. */
  title: string;
  question?: string;
  note?: string;
  /** How to use it; left out in print. */
  how?: string;
  /** A description of the drawing for screen readers. */
  alt?: string;
  exports?: Export[];
  /** Switches and sliders of this figure. */
  controls?: ComponentChildren;
  children: ComponentChildren;
  testid?: string;
}

/** The texts that come with the numbers. */
export function says({
  question,
  title,
  alt,
  note,
}: Numbers): Pick<Props, "question" | "title" | "alt" | "note"> {
  return { question, title, alt, note };
}

/** One question and its answer: the finding, the drawing, a note on the method, and the exports. */
export function Figure({ title, question, note, how, alt, exports = [], controls, children, testid }: Props) {
  return (
    <section class="figure card" data-testid={testid}>
      <header class="figure-head">
        <div class="figure-says">
          {question && <p class="question">{question}</p>}
          <h2>{title}</h2>
        </div>
        {exports.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div class="exports" role="group" aria-label={texts.download}>
            {exports.map(({ label, run }) =>
              typeof run === "string" ? (
                <a key={label} class="small button" href={run} download>
                  {label}
                </a>
              ) : (
                <button key={label} class="small" type="button" onClick={run}>
                  {label}
                </button>
              ),
            )}
          </div>
        )}
      </header>
      {controls && <div class="controls">{controls}</div>}
      {alt && <p class="unseen">{alt}</p>}
      {children}
      {(note || how) && (
        <p class="note">
          {note} {how && <span class="how">{how}</span>}
        </p>
      )}
    </section>
  );
}

/** A placeholder that names the missing part and the next step. */
export function Empty({ children }: { children: ComponentChildren }) {
  return (
    <div class="empty card" role="status">
      {children}
    </div>
  );
}
