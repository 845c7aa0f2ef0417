// What the text of an agent says about who is next
// Models are asked for `{ "next": "…" }` and write it in a fence, after a sentence, or twice. Pure: from a text to a choice, to a
// complaint that is given back, or to nothing.
//
// W1. A text that is one object with `next` is a choice, whatever it names.
// W2. Beside prose an object is a choice if it names one of the choices, or if `next` is all it has. Agents write about other
//     JSON too: pages of an API have a `next` as well.
// W3. What is meant as a choice and cannot be followed is never taken for no choice.
import { ownValue } from '@skein/kernel';
import { withoutFence } from '../../loop/answer/without-fence.ts';
import { findObjects, type FoundObject } from './find-objects.ts';
import { choicesOf, matchRoute } from './match-route.ts';

export type ReadChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly wanted: string }
  /** Objects that name different nodes. */
  | { readonly kind: 'several'; readonly wanted: readonly string[] }
  /** It is meant as a choice, but is no JSON, or its `next` is not a text. */
  | { readonly kind: 'unreadable' };

export function readChoice(text: string, routes: readonly string[]): ReadChoice {
  const objects = findObjects(text);
  const found = objects.filter(({ value }) => Object.hasOwn(value, 'next'));
  const isWhole = found.length === 1 && found[0]?.text === withoutFence(text).trim();
  const meant = isWhole ? found : found.filter((each) => isMeant(each, routes));
  const wanted = meant.map(({ value }) => ownValue(value, 'next'));
  const texts = wanted.filter((next) => typeof next === 'string');
  // Without choices there is nothing to repair.
  const isRepairable = routes.length > 0;
  if (texts.length < wanted.length) return isRepairable ? { kind: 'unreadable' } : { kind: 'none' };
  const names = new Map(texts.map((next) => [matchRoute(next, routes) ?? next, next]));
  const [first, ...others] = names.values();
  if (first === undefined)
    return isRepairable && isBroken(text, objects) ? { kind: 'unreadable' } : { kind: 'none' };
  return others.length === 0
    ? { kind: 'one', wanted: first }
    : { kind: 'several', wanted: [first, ...others] };
}

/** See W2. An agent without choices may still end the run. */
function isMeant(object: FoundObject, routes: readonly string[]): boolean {
  const next = ownValue(object.value, 'next');
  if (typeof next === 'string' && matchRoute(next, routes) !== undefined) return true;
  return routes.length > 0 && isOnlyNext(object);
}

function isOnlyNext({ value }: FoundObject): boolean {
  return Object.keys(value).length === 1 && Object.hasOwn(value, 'next');
}

/** An object with the quoted key `next` that could not be parsed: it breaks off, or is not JSON. */
function isBroken(text: string, objects: readonly FoundObject[]): boolean {
  const pattern = /\{\s*(["'])next\1\s*:/g;
  return [...text.matchAll(pattern)].some(
    ({ index }) => !objects.some(({ start, end }) => start <= index && index < end),
  );
}

/** What an agent is told whose choice cannot be followed. */
export function complaintOf(
  choice: Exclude<ReadChoice, { readonly kind: 'none' }>,
  routes: readonly string[],
): string {
  const names = choicesOf(routes).join(', ');
  switch (choice.kind) {
    case 'one':
      return `${JSON.stringify(choice.wanted)} is none of your choices. Choose one of: ${names}.`;
    case 'several': {
      const wanted = choice.wanted.map((each) => JSON.stringify(each)).join(' and ');
      return `You chose ${wanted} in one message. Choose one of: ${names}.`;
    }
    case 'unreadable':
      return `Your choice could not be read. Write {"next":"…"} with one of: ${names}.`;
  }
}

/** So many objects are taken off a text; nobody writes more of them around an answer. */
const routingMax = 4;

/** The text without what only says who is next at its beginning or end: what is left is an answer to the user. */
export function withoutRouting(text: string): string {
  let rest = text;
  for (let i = 0; i < routingMax; i++) {
    const routing = findObjects(rest).find((object) => isRouting(object) && isAtEdge(rest, object));
    if (routing === undefined) return rest;
    const before = rest.slice(0, routing.start).replace(/```[a-z]*\s*$/i, '');
    const after = rest.slice(routing.end).replace(/^\s*```/, '');
    rest = `${before}${after}`.trim();
  }
  return rest;
}

function isRouting(object: FoundObject): boolean {
  return isOnlyNext(object) && typeof ownValue(object.value, 'next') === 'string';
}

function isAtEdge(text: string, { start, end }: FoundObject): boolean {
  return (
    /^\s*(?:```[a-z]*\s*)?$/i.test(text.slice(0, start)) || /^\s*(?:```\s*)?$/.test(text.slice(end))
  );
}
