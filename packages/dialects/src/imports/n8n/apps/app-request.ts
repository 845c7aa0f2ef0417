// Apps that need no tool: what a node of n8n asks of an app, as the request that its public API documents
// P1. An operation is bound only if every parameter that the node sets is said in the request; else the node stays a tool to bind.
// P2. Values of items are encoded where they become a part of an address or of a header.
import { isObject, setOwn, type Json } from '@skein/kernel';
import type { NodeContext } from '../context/node-context.ts';
import { isTemplate } from '../expressions/convert-text.ts';
import type { Said } from '../expressions/said.ts';

export interface AppRequest {
  /** Of a native `http` node, without `auth`. */
  readonly config: { readonly [key: string]: Json };
  /** The items, as an expression over `previous`, the answers; without it, as n8n makes items of any answer. */
  readonly result?: string;
  /** The answer is a file: the name under which the item that came has it. */
  readonly file?: Json;
  /** Code that reads an answer as `item`, for what an expression cannot say: it throws, or gives the item. */
  readonly read?: string;
}

/** Null where this node asks for something that the request would not say. */
export type AppOperation = (context: NodeContext) => AppRequest | null;

export interface App {
  readonly title: string;
  /** Where its requests go: the hosts that its secret or connection is for. */
  readonly hosts: readonly string[];
  /** The type of the credential where the file names none. */
  readonly credential: (context: NodeContext) => string;
  readonly resource: string;
  /** The operation where the file names none, by resource. */
  readonly defaults: Readonly<Record<string, string>>;
  /** By `resource/operation`. */
  readonly operations: Readonly<Record<string, AppOperation>>;
}

/** Keys that say how n8n signs in, draws its form or describes a tool, and nothing about the request. */
const EVERYWHERE = [
  'resource',
  'operation',
  'authentication',
  'descriptionType',
  'toolDescription',
  'requestOptions',
  // Words about n8n itself that it adds to messages.
  'appendAttribution',
  'includeLinkToWorkflow',
];

/** P1. Whether the node sets nothing but these; a name with a dot is inside another. */
export function setsOnly({ node }: NodeContext, known: readonly string[]): boolean {
  const names = new Set([...EVERYWHERE, ...known]);
  return Object.entries(node.parameters).every(([key, value]) => {
    if (names.has(key)) return true;
    if (isEmpty(value)) return true;
    if (!isObject(value)) return false;
    const inside = Object.entries(value).filter(([, held]) => !isEmpty(held));
    return inside.every(([name]) => names.has(`${key}.${name}`) || EVERYWHERE.includes(name));
  });
}

/** Nothing was chosen. */
function isEmpty(value: Json): boolean {
  if (value === '' || value === null || value === false) return true;
  return isObject(value) && Object.keys(value).length === 0;
}

/** What was chosen from a list, typed in, or taken from an address. */
export function chosen(value: Json | undefined): Json {
  if (!isObject(value)) return value ?? '';
  const held = value['value'] ?? '';
  if (value['mode'] !== 'url' || typeof held !== 'string') return held;
  const id = /\/(?:d|folders|files|calendars)\/([\w@.-]+)/.exec(held)?.[1];
  return isTemplate(held) ? '' : (id ?? '');
}

export function isMissing(value: Json): boolean {
  return value === '' || value === null;
}

/** P2. An address: fixed parts, and values of the node between them. */
export function address(context: NodeContext, ...parts: readonly (string | AddressPart)[]): string {
  const isFixed = parts.every(
    (part) => typeof part === 'string' || typeof part.value !== 'string' || !isTemplate(part.value),
  );
  if (isFixed) {
    return parts
      .map((part) => (typeof part === 'string' ? part : encodeURIComponent(fixedText(part.value))))
      .join('');
  }
  const pieces = parts.map((part) => (typeof part === 'string' ? part : encoded(context, part)));
  return `\${= \`${pieces.join('')}\` }`;
}

export interface AddressPart {
  readonly value: Json;
}

function fixedText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function encoded(context: NodeContext, { value }: AddressPart): string {
  return `\${encodeURIComponent(text(${sure(context, value)}))}`;
}

/** A value as a part of an expression; an empty text where there may be none. */
export function sure(context: NodeContext, value: Json): string {
  return orEmpty(context.expression(value));
}

/** Brackets only where the language asks for them. */
function orEmpty({ text, isCertain }: Said): string {
  if (isCertain) return text;
  return /[|?&]/.test(text) ? `((${text}) ?? "")` : `(${text} ?? "")`;
}

/** Those of the values that the node sets, as templates. */
export function given(
  context: NodeContext,
  values: { readonly [key: string]: Json | undefined },
): { readonly [key: string]: Json } {
  const made: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && !isEmpty(value)) setOwn(made, key, context.template(value));
  }
  return made;
}
