// Texts and values of a document in native form.
import {
  formatText,
  isObject,
  setOwn,
  type Json,
  type JsonObject,
  type Reference,
} from '@skein/kernel';
import type { Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { complain, warn, type Compilation } from '../read/findings.ts';
import {
  parseSessionText,
  referencesMax,
  SESSION,
  type SessionText,
} from '../text/parse-session-text.ts';

/** A step's input: every text in it, at any depth, may contain references. Documents are at most 200 levels deep. */
export function compileInput(
  compilation: Compilation,
  input: JsonObject,
  place: { readonly path: Path; readonly isText: boolean },
): JsonObject {
  const walk = (value: Json, path: Path): Json => {
    if (typeof value === 'string') return formatText(readText(compilation, value, path).parts);
    if (Array.isArray(value)) {
      return value.map((item: Json, index) => walk(item, place.isText ? path : [...path, index]));
    }
    if (!isObject(value)) return value;
    const copy: { [key: string]: Json } = {};
    for (const [key, item] of Object.entries(value)) {
      setOwn(copy, key, walk(item, place.isText ? path : [...path, key]));
    }
    return copy;
  };
  // Walking an object gives an object.
  return walk(input, place.path) as JsonObject;
}

/** Reads a text, notes its references and says what is wrong with them. */
export function readText(compilation: Compilation, text: string, path: Path): SessionText {
  const read = parseSessionText(text, compilation.document.names);
  if (read.isTooMuch) {
    // Its other problems would be reported ten thousand times.
    compilation.isTooMuch = true;
    complain(compilation, path, 'BAD_REFERENCE', {
      message: `A text holds at most ${referencesMax} references; this one has more.`,
      hint: 'Pass the parts as data of a run, or build the text in a function.',
    });
    return read;
  }
  for (const part of read.parts) {
    if (typeof part === 'string') continue;
    compilation.references.push({ reference: part, path });
    if (typeof part.default === 'object') {
      compilation.references.push({ reference: part.default, path });
    }
  }
  for (const { session, reference } of read.foreign)
    warnForeign(compilation, path, session, reference);
  return read;
}

function warnForeign(
  compilation: Compilation,
  path: Path,
  session: string,
  { text }: Reference,
): void {
  warn(compilation, path, 'UNKNOWN_REFERENCE', {
    message: `The reference ${quotedShort(text)} names the session ${quotedShort(session)}: it has a value only in a run of that id.`,
    hint: `Write @{${SESSION}} to mean whatever run reads it.`,
  });
}
