/** Points of the curves; on a logarithmic axis the distance from the lowest value of all, which has no place on it. */
export function curvesOf(losses: number[][], log: boolean): [number, number][][] {
  const best = Math.min(...losses.flat());
  return losses.map((curve) =>
    curve
      .map((loss, sweep): [number, number] => [sweep + 1, log ? loss - best : loss])
      .filter(([, value]) => !log || value > 0),
  );
}
