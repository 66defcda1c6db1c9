export interface Range {
  from: string | null;
  to: string | null;
}

/** Between the first and the last of several periods that are drawn as one: 1950–1998. */
export const TO = "–";

/** Whether a period is within the range; both ends belong to it, at any precision. */
export function within(period: string, { from, to }: Range): boolean {
  const [first, last] = ends(period);
  return (
    (!from || last >= from.slice(0, last.length)) &&
    (!to || first.slice(0, to.length) <= to.slice(0, first.length))
  );
}

function ends(period: string): [string, string] {
  const [first = "", last = first] = period.split(TO);
  return [first, last];
}

/** After a click on a period: that period alone, or all again; with the range kept it is stretched up to it. */
export function pressed(period: string, range: Range, stretch: boolean): Range {
  const [first, last] = ends(period);
  if (stretch && range.from && range.to)
    return {
      from: first < range.from ? first : range.from,
      to: last > range.to ? last : range.to,
    };
  return range.from === first && range.to === last ? { from: null, to: null } : { from: first, to: last };
}
