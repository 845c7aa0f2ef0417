import type { Json } from '@skein/api';

/** The value that a text is JSON for; undefined when it is not. */
export function jsonIn(text: string): Json | undefined {
  try {
    // What JSON.parse gives is JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
