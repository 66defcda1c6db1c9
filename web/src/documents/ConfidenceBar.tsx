import { texts } from "../texts";

/** Confidence as a small bar with its number. */
export function ConfidenceBar({ value }: { value: number | null }) {
  if (value === null) return null;
  const number = value.toFixed(2);
  return (
    <span class="sureness" title={texts.documents.confidence(number)}>
      <span class="sureness-bar" aria-hidden="true">
        <span style={{ width: `${100 * Math.min(1, Math.max(0, value))}%` }} />
      </span>
      <span class="unseen">{texts.documents.confidence("")}</span>
      {number}
    </span>
  );
}
