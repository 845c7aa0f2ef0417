import { isList } from '../own-keys.ts';
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';

const textMax = 90;

/** The settings of a step in one line, for a card that is folded. */
export function stepSummary(step: JsonObject): string {
  const parts = Object.entries(step)
    .filter(([key]) => key !== 'op')
    .map(([, value]) => wordsOf(value));
  const text = parts.filter((part) => part !== '').join(' · ');
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text;
}

function wordsOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (isList(value)) return value.map(wordsOf).join(', ');
  if (!isObject(value)) return JSON.stringify(value);
  if (Object.hasOwn(value, 'field') || Object.hasOwn(value, 'fn'))
    return ['fn', 'field', 'order', 'op', 'value']
      .map((key) => ownValue(value, key))
      .filter((each) => each !== undefined)
      .map(wordsOf)
      .join(' ');
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${wordsOf(each)}`)
    .join(', ');
}
