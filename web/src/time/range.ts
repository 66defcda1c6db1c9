export interface Range {
  from: string | null;
  to: string | null;
}

/** Whether a period lies within; the ends belong to it, however exact they are. */
export function within(period: string, { from, to }: Range): boolean {
  return (
    (!from || period >= from.slice(0, period.length)) &&
    (!to || period.slice(0, to.length) <= to.slice(0, period.length))
  );
}

/** After a click on a period: that period alone, or all again; with the range kept it is stretched up to it. */
export function pressed(period: string, range: Range, stretch: boolean): Range {
  if (stretch && range.from && range.to)
    return {
      from: period < range.from ? period : range.from,
      to: period > range.to ? period : range.to,
    };
  return range.from === period && range.to === period
    ? { from: null, to: null }
    : { from: period, to: period };
}
