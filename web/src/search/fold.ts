const PLAIN = /^[\0-\x7f]*$/;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const known = new Map<string, string>();

/** A text as it is shown: one code for one letter, so that places in it and in its folded form agree. */
export function composed(text: string): string {
  return PLAIN.test(text) ? text : text.normalize("NFC");
}

/** A composed text without case and accents, and of the same length: Élan becomes elan. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replace(/[^\0-\x7f]/g, bare);
}

function bare(letter: string): string {
  let found = known.get(letter);
  if (found === undefined) {
    found = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    if (found.length !== 1) found = letter;
    known.set(letter, found);
  }
  return found;
}

/** Whether a position is inside a word. An underscore is not: it joins two words, as in the tokens of a run. */
export function inWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return false;
  if (code < 128) return (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
  return (code >= 0xd800 && code <= 0xdfff) || LETTER.test(text[at] as string);
}
