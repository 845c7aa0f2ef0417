// The JSON beside prose
// Models write `Sure: {"a": 1}` although they are asked for nothing but JSON.
//
// J1. What lies inside brackets is never found by itself: a part of an answer that breaks off, or is no JSON, is not the answer.
//     Beside such a thing nothing is found at all: it may have been the answer.
// J2. Linear in the length of the text, but for comparing what is found.
import { equalJson, type Json } from '@skein/kernel';
import { jsonEnd } from './json-end.ts';

/** So many values are compared with each other; nobody answers with more. */
const foundMax = 100;

/** The objects and lists in a text, in order, equal ones once. */
export function findJson(text: string): readonly Json[] {
  const found: Json[] = [];
  const opening = /[[{]/g;
  while (found.length < foundMax) {
    const start = opening.exec(text)?.index;
    if (start === undefined) return found;
    const end = jsonEnd(text, start) ?? text.length;
    const value = parsed(text.slice(start, end));
    if (value === undefined && isMeant(text, start)) return [];
    if (value !== undefined && !found.some((other) => equalJson(other, value))) found.push(value);
    opening.lastIndex = end;
  }
  return found;
}

/** Braces and brackets of prose are not followed by the beginning of JSON. */
function isMeant(text: string, start: number): boolean {
  const begun = /[[{]\s*["[{]/y;
  begun.lastIndex = start;
  return begun.test(text);
}

function parsed(text: string): Json | undefined {
  try {
    // JSON.parse gives JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
