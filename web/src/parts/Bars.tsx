import "../style/bars.css";

export interface Bar {
  key: number | string;
  label: string;
  color: string;
  /** 0 to 1: how long the bar is. */
  length: number;
  /** The number, as it is told. */
  text: string;
  /** 0 to 1: where a dot stands. */
  dot?: number;
  on?: boolean;
}

interface Props {
  bars: Bar[];
  /** What a click on a name does. */
  press?: (key: number | string) => void;
  testid: string;
}

/** Names, bars and numbers as a list: it breaks well on narrow screens and is read aloud as it stands. */
export function Bars({ bars, press, testid }: Props) {
  return (
    <ul class="bars" data-testid={testid}>
      {bars.map(({ key, label, color, length, text, dot, on }) => (
        <li key={key}>
          {press ? (
            <button type="button" class="bar-name" aria-pressed={on ?? false} onClick={() => press(key)}>
              {label}
            </button>
          ) : (
            <span class="bar-name">{label}</span>
          )}
          <span class="bar-line" aria-hidden="true">
            <span class="bar-fill" style={{ width: `${100 * length}%`, background: color }} />
            {dot !== undefined && <span class="bar-dot" style={{ left: `${100 * dot}%` }} />}
          </span>
          <span class="number">{text}</span>
        </li>
      ))}
    </ul>
  );
}
