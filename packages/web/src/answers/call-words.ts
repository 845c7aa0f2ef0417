import { isObject, ownValue, type Json } from '@skein/kernel';
import { entryLine } from '../text/value-line.ts';

/** The arguments of the call that a question is about, on one line: equal questions are told apart by them. Empty for other questions. */
export function callWords(data: Json): string {
  const asked = isObject(data) ? (ownValue(data, 'arguments') ?? null) : null;
  if (!isObject(data) || ownValue(data, 'tool') === undefined || !isObject(asked)) return '';
  return entryLine(asked);
}
