const NUMBER = /^[+-]?\d+(\.\d+)?$/;
const PARTS = /(\d+)/;

/** Names sorted as numbers if all of them are numbers, otherwise by their words and whole numbers: 1, 2, 10. */
export function inNaturalOrder(names: string[]): string[] {
  const numbers = names.every((name) => NUMBER.test(name));
  return [...names].sort((a, b) => (numbers && Number(a) - Number(b)) || natural(a, b));
}

function natural(a: string, b: string): number {
  const [left, right] = [a.split(PARTS), b.split(PARTS)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [one, other] = [left[i] as string, right[i] as string];
    const found = i % 2 ? byValue(one, other) : byText(one, other);
    if (found) return found;
  }
  return left.length - right.length || byText(a, b);
}

/** Of whole numbers, however long. */
function byValue(a: string, b: string): number {
  const [one, other] = [a.replace(/^0+/, ""), b.replace(/^0+/, "")];
  return one.length - other.length || byText(one, other);
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
