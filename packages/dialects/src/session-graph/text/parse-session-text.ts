// References of session-graph
// `@{SESSION_ID}.step[index].field|default`, read into the kernel's one form.
//
// R1. A text that begins with a reference and its `|` is one reference: the default goes to the end, trimmed.
// R2. Inside other text a default ends at white space.
// R3. A default is one reference or plain text; a reference inside a longer default stays as it is written.
// R4. One pass, and every pattern is bounded: the work is linear in the text.
import type { Reference } from '@skein/kernel';
import type { StepNames } from '../read/step-names.ts';

export interface SessionText {
  readonly parts: readonly (string | Reference)[];
  /** Ids of sessions that are named instead of `SESSION_ID`, with the references. */
  readonly foreign: readonly { readonly session: string; readonly reference: Reference }[];
  /** More references than a text may hold; the rest was not read. */
  readonly isTooMuch: boolean;
}

/** The word that stands for the run's own id. */
export const SESSION = 'SESSION_ID';
/** The reference to the run's input, unless a step is called so. */
export const INPUT = 'input';

/** A text with more of them is not a prompt but an attack on the resolver. */
export const referencesMax = 10_000;

const opening = '@{';
const session = /@\{([^{}\s]{1,200})\}\./y;
const index = /\[(-?\d{1,15})\]/y;
const segment = /\.([A-Za-z0-9_-]+)|\[(-?\d{1,15})\]/y;
const space = /\s/g;

export function parseSessionText(text: string, names: StepNames): SessionText {
  if (!text.includes(opening)) return { parts: [text], foreign: [], isTooMuch: false };
  const found: Found = { parts: [], foreign: [], names, references: 0 };
  const first = readReference(text, 0, found);
  if (first !== null && text[first.end] === '|') {
    const rest = text.slice(first.end + 1).trim();
    addReference(found, withDefault(first.reference, wholeDefault(rest, found)));
    return { parts: found.parts, foreign: found.foreign, isTooMuch: false };
  }
  // It is read again, as the first part of a text.
  found.foreign.length = 0;
  const isTooMuch = !readText(text, found);
  return { parts: found.parts, foreign: found.foreign, isTooMuch };
}

interface Found {
  readonly parts: (string | Reference)[];
  readonly foreign: { session: string; reference: Reference }[];
  readonly names: StepNames;
  references: number;
}

interface ReadReference {
  readonly reference: Reference;
  readonly end: number;
}

/** False when there are too many references. */
function readText(text: string, found: Found): boolean {
  let copied = 0;
  let at = text.indexOf(opening);
  while (at !== -1) {
    const read = readReference(text, at, found);
    if (read === null) {
      at = text.indexOf(opening, at + opening.length);
      continue;
    }
    if (found.references >= referencesMax) return false;
    const { reference, end } = text[read.end] === '|' ? readDefault(text, read, found) : read;
    if (at > copied) found.parts.push(text.slice(copied, at));
    addReference(found, reference);
    copied = end;
    at = text.indexOf(opening, end);
  }
  if (copied < text.length) found.parts.push(text.slice(copied));
  return true;
}

function addReference(found: Found, reference: Reference): void {
  found.references++;
  found.parts.push(reference);
}

/** Null where the text is not a reference, however much it looks like one. */
function readReference(text: string, start: number, found: Found): ReadReference | null {
  session.lastIndex = start;
  const id = session.exec(text)?.[1];
  if (id === undefined) return null;
  const from = session.lastIndex;
  const step = found.names.at(text, from);
  if (step === '') return null;
  const isInput = step === INPUT && !found.names.has(step);
  let end = from + step.length;
  let select: Reference['select'] = 'newest';
  index.lastIndex = end;
  const kept = isInput ? null : index.exec(text);
  if (kept !== null) {
    select = Number(kept[1]) + 0;
    end = index.lastIndex;
  }
  const path: (string | number)[] = [];
  segment.lastIndex = end;
  for (let next = segment.exec(text); next !== null; next = segment.exec(text)) {
    path.push(next[1] ?? Number(next[2]) + 0);
    end = segment.lastIndex;
  }
  const reference: Reference = {
    source: isInput ? { kind: 'trigger' } : { kind: 'node', node: step },
    select,
    path,
    ...(id === SESSION ? {} : { run: id }),
    text: text.slice(start, end),
  };
  if (id !== SESSION) found.foreign.push({ session: id, reference });
  return { reference, end };
}

/** Of a reference inside text, whose `|` stands at its end. */
function readDefault(text: string, { reference, end }: ReadReference, found: Found): ReadReference {
  const from = end + 1;
  space.lastIndex = from;
  const stop = space.exec(text)?.index ?? text.length;
  const token = text.slice(from, stop);
  const inner = token.startsWith(opening) ? readReference(token, 0, found) : null;
  // A dot after a reference ends the sentence, also when the reference is a default.
  if (inner !== null && /^\.*$/.test(token.slice(inner.end))) {
    return { reference: withDefault(reference, inner.reference), end: from + inner.end };
  }
  return { reference: withDefault(reference, nestedDefault(token, inner)), end: stop };
}

function wholeDefault(text: string, found: Found): string | Reference {
  const inner = text.startsWith(opening) ? readReference(text, 0, found) : null;
  if (inner !== null && inner.end === text.length) return inner.reference;
  return nestedDefault(text, inner);
}

/** A default that is a reference may have a text as its own default; anything else is text. */
function nestedDefault(text: string, inner: ReadReference | null): string | Reference {
  if (inner === null || text[inner.end] !== '|') return text;
  return withDefault(inner.reference, text.slice(inner.end + 1).trim());
}

function withDefault(reference: Reference, fallback: string | Reference): Reference {
  return { ...reference, default: fallback };
}
