import { ClusterLabel } from "./ClusterLabel";
import "../style/bars.css";

export interface Bar {
  key: number | string;
  label: string;
  /** Of the cluster, if the bar is of one. */
  cluster?: number;
  color: string;
  /** 0 to 1: how long the bar is. */
  length: number;
  /** The formatted number. */
  text: string;
  /** 0 to 1: the position of a dot. */
  dot?: number;
  on?: boolean;
}

interface Props {
  bars: Bar[];
  /** Called by a click on a name. */
  press?: (key: number | string) => void;
  testid: string;
}

/** Names, bars and numbers as a list, which wraps on narrow screens and works with screen readers. */
export function Bars({ bars, press, testid }: Props) {
  return (
    <ul class="bars" data-testid={testid}>
      {bars.map(({ key, label, cluster, color, length, text, dot, on }) => (
        <li key={key}>
          {press ? (
            <button type="button" class="bar-name" aria-pressed={on ?? false} onClick={() => press(key)}>
              <BarName label={label} cluster={cluster} />
            </button>
          ) : (
            <span class="bar-name">
              <BarName label={label} cluster={cluster} />
            </span>
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

function BarName({ label, cluster }: Pick<Bar, "label" | "cluster">) {
  return cluster === undefined ? label : <ClusterLabel label={label} cluster={cluster} />;
}
