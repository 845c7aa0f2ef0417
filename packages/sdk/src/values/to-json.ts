import type { Json } from '@skein/kernel';

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
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new TypeError(`The ${what} is not JSON: ${why}`, { cause: error });
  }
  if (written !== undefined) return JSON.parse(written);
  if (value === undefined) return undefined;
  throw new TypeError(`The ${what} is not JSON: it is a ${typeof value}.`);
}
