// Values on one line, as lists show them.
import { isObject, type Json, type JsonObject } from '@skein/kernel';

/** More would not fit on a line. */
const lineMax = 200;

/** `name: Ada · city: Rome`. */
export function entryLine(entries: JsonObject): string {
  const words = Object.entries(entries).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}: ${text.slice(0, lineMax)}`;
  });
  return words.join(' · ').replaceAll(/\s+/gu, ' ').slice(0, lineMax);
}

/** Of the beginning of a value as JSON: its fields if it is whole, else what is there. */
export function beginningLine(text: string): string {
  const value = parsed(text);
  return isObject(value) ? entryLine(value) : text.replaceAll(/\s+/gu, ' ');
}

function parsed(text: string): Json {
  if (!text.startsWith('{')) return text;
  try {
    // Whatever `JSON.parse` gives is JSON.
    return JSON.parse(text) as Json;
  } catch {
    // It was cut off.
    return text;
  }
}
