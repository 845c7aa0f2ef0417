// Completion in an expression
// What is offered fits the values of the run: keys that the value has, and methods of what it is. Functions come from the table
// that the kernel calls.
import {
  describeFunctions,
  expressionName,
  isObject,
  isPlainKey,
  writeStep,
  type DescribedFunction,
  type Json,
} from '@skein/kernel';
import { previewText } from '../variables/preview-text.ts';
import { typeName } from '../variables/known-shape.ts';
import { contextAt, type SurroundingFunction } from './cursor-context.ts';
import { evaluateText } from './evaluate-text.ts';
import type { ExpressionPlace } from './expression-place.ts';

export interface ExpressionOption {
  readonly label: string;
  /** Its type and value, or the signature. */
  readonly detail: string;
  readonly group: 'Values' | 'Nodes' | 'Fields' | 'Functions' | 'Methods';
  /** What it is replaced by, from `from` on. */
  readonly text: string;
  readonly from: number;
  /** Where the cursor is then, in `text`. */
  readonly cursor: number;
  readonly entry?: DescribedFunction;
}

export interface ExpressionCompletion {
  readonly from: number;
  readonly options: readonly ExpressionOption[];
}

const fieldsMax = 50;
const nodeFieldsMax = 8;

/** `isAsked`: by a key, so also where no word has been begun. */
export function completeExpression(
  text: string,
  at: number,
  { place, isAsked }: { readonly place: ExpressionPlace; readonly isAsked: boolean },
): ExpressionCompletion | null {
  const context = contextAt(text, at);
  if (context === null) return null;
  const { from, word, of, around } = context;
  if (of === null && word === '' && !isAsked) return null;
  const locals = localsOf(around, place);
  const options =
    of === null
      ? [...valueOptions(from, place, locals), ...functionOptions(from, null)]
      : keyOptions({ from, of, place, locals });
  return { from, options };
}

type Locals = ReadonlyMap<string, Json | undefined>;

/** The parameters of the functions around the cursor, each with the first value that it would get. */
function localsOf(around: readonly SurroundingFunction[], place: ExpressionPlace): Locals {
  const locals = new Map(place.names);
  for (const { parameters, method, receiver } of around) {
    const self = evaluateText(receiver, place.values, locals);
    const names = parameterNames(method, self);
    for (const [index, name] of parameters.entries()) {
      locals.set(name, sampleOf(names[index] ?? '', self));
    }
  }
  return locals;
}

/** As the table calls what a method passes to its function: `(item, index) => test`. */
function parameterNames(method: string, self: Json | undefined): readonly string[] {
  const receiver = receiverOf(self);
  const entry = describeFunctions().find(
    (each) => each.name === method && (receiver === null || each.receiver === receiver),
  );
  const written = entry?.parameters.find((parameter) => parameter.includes('=>')) ?? '';
  return [...(written.split('=>')[0]?.matchAll(/\w+/g) ?? [])].map(([name]) => name);
}

function sampleOf(name: string, self: Json | undefined): Json | undefined {
  if (name === 'index') return 0;
  if (name === 'result' || name === 'total') return undefined;
  // An item of a JSON list, if it has one.
  if (Array.isArray(self)) return self[0] as Json | undefined;
  if (!isObject(self)) return undefined;
  return name === 'key' ? Object.keys(self)[0] : Object.values(self)[0];
}

function receiverOf(value: Json | undefined): DescribedFunction['receiver'] {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return isObject(value) ? 'object' : null;
}

function valueOptions(
  from: number,
  { values, nodes, ports }: ExpressionPlace,
  locals: Locals,
): readonly ExpressionOption[] {
  const value = (text: string, known: Json | undefined): ExpressionOption =>
    option({ label: text, detail: shown(known), group: 'Values', text, from });
  const ofNodes = nodes.flatMap(({ id, title }): ExpressionOption[] => {
    const output = values.outputs.get(id)?.at(-1);
    const text = `${expressionName(id)}.output`;
    const detail = title === id ? shown(output) : `${title} · ${shown(output)}`;
    const fields = isObject(output) ? Object.entries(output).slice(0, nodeFieldsMax) : [];
    return [
      option({ label: `${id}.output`, detail, group: 'Nodes', text, from }),
      ...fields.map(([key, field]) => {
        const path = `.output${writeStep(key)}`;
        const whole = `${expressionName(id)}${path}`;
        return option({
          label: `${id}${path}`,
          detail: shown(field),
          group: 'Nodes',
          text: whole,
          from,
        });
      }),
    ];
  });
  return [
    ...[...locals].map(([name, known]) => value(name, known)),
    value('previous', values.previous),
    ...ofNodes,
    value('trigger', values.trigger),
    ...(ports.length === 0 ? [] : [value('inputs', values.inputs)]),
    ...(Object.keys(values.state).length === 0 ? [] : [value('state', values.state)]),
    value('now', undefined),
  ];
}

interface KeyOptions {
  readonly from: number;
  readonly of: { readonly text: string; readonly dot: number };
  readonly place: ExpressionPlace;
  readonly locals: Locals;
}

function keyOptions({ from, of, place, locals }: KeyOptions): readonly ExpressionOption[] {
  const node = place.nodes.find(({ id }) => !locals.has(id) && expressionName(id) === of.text);
  if (node !== undefined) return nodeKeys(from, node.id, place);
  if (of.text === 'now') return [...plainKeys(from, { ms: Date.now(), date: undefined })];
  const value = evaluateText(of.text, place.values, locals);
  const ports = of.text === 'inputs' ? place.ports : [];
  const missing = ports.filter((port) => !isObject(value) || !Object.hasOwn(value, port));
  const fields = isObject(value) ? Object.entries(value).slice(0, fieldsMax) : [];
  const known = [...fields, ...missing.map((port) => [port, undefined] as const)];
  return [
    ...known.map(([key, field]) => keyOption({ key, field, from, dot: of.dot })),
    ...(Array.isArray(value) || typeof value === 'string'
      ? plainKeys(from, { length: value.length })
      : []),
    ...functionOptions(from, receiverOf(value) ?? 'any'),
  ];
}

function nodeKeys(
  from: number,
  node: string,
  { values }: ExpressionPlace,
): readonly ExpressionOption[] {
  const kept = values.outputs.get(node);
  const status = values.statuses.get(node);
  return plainKeys(from, { output: kept?.at(-1), outputs: kept, status });
}

function plainKeys(
  from: number,
  keys: { readonly [key: string]: Json | undefined },
): readonly ExpressionOption[] {
  return Object.entries(keys).map(([key, value]) =>
    option({ label: key, detail: shown(value), group: 'Fields', text: key, from }),
  );
}

function keyOption(given: {
  readonly key: string;
  readonly field: Json | undefined;
  readonly from: number;
  readonly dot: number;
}): ExpressionOption {
  const { key, field, from, dot } = given;
  const detail = shown(field);
  if (isPlainKey(key)) return option({ label: key, detail, group: 'Fields', text: key, from });
  // In brackets, which replace the point.
  return option({ label: key, detail, group: 'Fields', text: writeStep(key), from: dot });
}

/** `any`: the methods of everything, where the value is not known. */
function functionOptions(
  from: number,
  receiver: DescribedFunction['receiver'] | 'any',
): readonly ExpressionOption[] {
  const entries = describeFunctions().filter((entry) =>
    receiver === 'any' ? entry.receiver !== null : entry.receiver === receiver,
  );
  const distinct = new Map(entries.toReversed().map((entry) => [entry.name, entry]));
  return [...distinct.values()].toReversed().map((entry) => {
    const { name, parameters, signature } = entry;
    const text = `${name}()`;
    const cursor = parameters.length === 0 ? text.length : text.length - 1;
    const detail = signature.slice(signature.indexOf('('));
    const group = receiver === null ? 'Functions' : 'Methods';
    return { label: name, detail, group, text, from, cursor, entry };
  });
}

function option(given: Omit<ExpressionOption, 'cursor'>): ExpressionOption {
  return { ...given, cursor: given.text.length };
}

function shown(value: Json | undefined): string {
  return value === undefined ? '' : `${typeName(value)}${previewText(value)}`;
}
