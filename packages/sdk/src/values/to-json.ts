import type { Json } from '@skein/kernel';
import { notJson } from './not-json.ts';

/**
 * What a value is once it went through the journal (`Jsonify`): dates are text, methods and keys without a value are gone. What is no
 * JSON at all is a TypeError that names it.
 */
export function toJson(value: unknown, what: string): Json | undefined {
  // By far the most values of functions that take many steps.
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  let written: string | undefined;
  try {
    written = JSON.stringify(value);
  } catch (error) {
    throw new TypeError(`The ${what} is not JSON: ${whyNot(value, error)}.`, { cause: error });
  }
  if (written === undefined && value === undefined) return undefined;
  const odd = notJson(value);
  if (odd !== null) throw new TypeError(`The ${what} is not JSON: ${odd}.`);
  if (written !== undefined) return JSON.parse(written);
  throw new TypeError(`The ${what} is not JSON: it is a ${typeof value}.`);
}

function whyNot(value: unknown, error: unknown): string {
  if (error instanceof RangeError) return 'it is nested more than can be written';
  const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  // A cycle would be walked for ever.
  return said.includes('BigInt') ? (notJson(value) ?? said) : said;
}
