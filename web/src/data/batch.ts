export interface Batch<T> {
  /** The value of a row. Rows requested at the same moment are loaded together. */
  get(row: number): Promise<T>;
}

/** Many small questions as few large ones; answers are kept, the oldest forgotten first. */
export function batched<T>(
  load: (rows: number[]) => Promise<T[]>,
  wait = 40,
  most = 100,
  keep = 1000,
): Batch<T> {
  const answers = new Map<number, Promise<T>>();
  let waiting: { row: number; done: (value: T) => void; failed: (error: Error) => void }[] = [];
  const ask = () => {
    const all = waiting;
    waiting = [];
    for (let i = 0; i < all.length; i += most) {
      const part = all.slice(i, i + most);
      load(part.map(({ row }) => row)).then(
        (values) => {
          for (const [k, { done }] of part.entries()) done(values[k] as T);
        },
        (error: Error) => {
          for (const { row, failed } of part) {
            answers.delete(row);
            failed(error);
          }
        },
      );
    }
  };
  return {
    get(row) {
      const known = answers.get(row);
      if (known) return known;
      const answer = new Promise<T>((done, failed) => {
        if (!waiting.length) setTimeout(ask, wait);
        waiting.push({ row, done, failed });
      });
      answers.set(row, answer);
      if (answers.size > keep) answers.delete(answers.keys().next().value as number);
      return answer;
    },
  };
}
