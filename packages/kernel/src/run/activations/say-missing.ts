// Says why something in the config of a node has no value, and what to do (SPEC K1650).
import { kindOf } from '../../expressions/values.ts';
import { quoted, quotedList } from '../../graph/compile/quoted.ts';
import { isObject, type Json } from '../../json.ts';
import { isList } from '../../references/is-list.ts';
import { readValue } from '../../references/resolve-reference.ts';
import type { Expression, Reference, Scope } from '../../references/template.ts';
import { unresolvedNames, type Unresolved } from '../../references/unresolved.ts';

/** Keys of a value that a message names. */
const KEYS_MAX = 8;
/** References whose reason is looked for; the others are only named. */
const REASONS_MAX = 3;
const EXPRESSION_MAX = 200;

type Say = (reference: Reference) => string;

/** What nothing has produced is named together; where there is a value without that part, the part is named. */
export function sayMissing(missing: readonly Unresolved[], scope: Scope, say: Say): string {
  const looked = missing.slice(0, REASONS_MAX);
  const reasons = looked.map((each) => reasonOf(each, scope, say));
  const unknown = missing.filter((_, i) => (reasons[i] ?? null) === null);
  const names = unresolvedNames(unknown, say);
  const found = reasons.filter((reason) => reason !== null);
  return [...found, ...(names.length > 0 ? [notProduced(names)] : [])].join(' ');
}

export function notProduced(names: readonly string[]): string {
  return `${names.join(', ')} could not be resolved: nothing has produced ${names.length > 1 ? 'them' : 'it'} yet.`;
}

function reasonOf(unresolved: Unresolved, scope: Scope, say: Say): string | null {
  if (!('expression' in unresolved)) {
    const lack = lackOf(unresolved, scope);
    if (lack === null) return null;
    return `${say(unresolved)} could not be resolved: ${lack} ${cureOf(unresolved, say)}`;
  }
  const { expression, missing } = unresolved;
  const [first, ...others] = missing;
  if (first === undefined) return partMissing(expression);
  const lack = others.length === 0 ? lackOf(first, scope) : null;
  if (lack === null) return null;
  const path = first.text.slice('${'.length, -'}'.length);
  return `${first.text} could not be resolved: ${lack} ${correctionOf(first)}, or give a default: ${path} ?? ….`;
}

/** Everything that it reads has a value, but not that part of it. */
function partMissing({ text }: Expression): string {
  const shown = text.length > EXPRESSION_MAX ? `${text.slice(0, EXPRESSION_MAX)}…` : text;
  return `${shown} has no value: something in what it reads is missing, such as a key of an item or the item itself. End it with a default: ?? ….`;
}

function cureOf(reference: Reference, say: Say): string {
  const { text, default: fallback, form } = reference;
  const correction = correctionOf(reference);
  // Dialects have placeholders of their own, most of them without defaults.
  if (say(reference) !== text) return `${correction}.`;
  if (fallback !== undefined || form !== undefined) return `${correction}, or give it a default.`;
  return `${correction}, or give a default: ${text.slice(0, -'}'.length)}|…}.`;
}

function correctionOf({ source }: Reference): string {
  return source.kind === 'trigger' ? 'Start the run with it' : 'Correct the name';
}

/** Which part the value does not have; null: there is no value at all. */
function lackOf(reference: Reference, scope: Scope): string | null {
  const { source, path } = reference;
  const name = nameOf(source);
  if (name === null) return null;
  for (let i = path.length - 1; i >= 0; i--) {
    const of = readValue({ ...reference, path: path.slice(0, i) }, scope);
    if (of === undefined) continue;
    const inside = i === 0 ? name : `${quoted(path.slice(0, i).join('.'))} of ${name}`;
    return `${inside} ${lackIn(of, path[i] ?? '')}.`;
  }
  return source.kind === 'trigger' ? 'the run has no input.' : null;
}

function nameOf(source: Reference['source']): string | null {
  switch (source.kind) {
    case 'trigger':
      return 'the input of the run';
    case 'node':
      return `the output of ${quoted(source.node)}`;
    case 'previous':
      return 'the value that arrived';
    case 'inputs':
      return 'what arrived on the ports';
    case 'state':
      return 'the state';
    case 'context':
      return 'the context';
    case 'local':
    case 'now':
      return null;
  }
}

function lackIn(value: Json, part: string | number): string {
  if (isList(value)) {
    const count = value.length === 1 ? '1 item' : `${value.length} items`;
    return typeof part === 'number'
      ? `has ${count}, and none at [${part}]`
      : `is a list of ${count}, which has no ${quoted(part)}`;
  }
  const wanted = typeof part === 'number' ? `[${part}]` : quoted(part);
  if (!isObject(value)) return `is ${kindOf(value)}, which has no ${wanted}`;
  const keys = Object.keys(value);
  return keys.length === 0
    ? `is empty, and has no ${wanted}`
    : `has no ${wanted}, only ${quotedList(keys, KEYS_MAX)}`;
}
