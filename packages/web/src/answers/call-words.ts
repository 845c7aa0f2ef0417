import { isObject, ownValue, type Json } from '@skein/kernel';

/** More would not fit on a line. */
const wordsMax = 200;

/** The arguments of the call that a question is about, on one line: equal questions are told apart by them. Empty for other questions. */
export function callWords(data: Json): string {
  const asked = isObject(data) ? (ownValue(data, 'arguments') ?? null) : null;
  if (!isObject(data) || ownValue(data, 'tool') === undefined || !isObject(asked)) return '';
  const words = Object.entries(asked).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}: ${text.slice(0, wordsMax)}`;
  });
  return words.join(' · ').replaceAll(/\s+/gu, ' ').slice(0, wordsMax);
}
