// Edit Fields (Set)
import { isObject, setOwn, type Json } from '@skein/kernel';
import { isTemplate, orNull, piecesOf } from '../expressions/convert-text.ts';
import { within, type Said } from '../expressions/said.ts';
import { codeForEach } from '../code/code-for-each.ts';
import { eachNode, stepsNode } from '../context/list-nodes.ts';
import { pairsOf, type NodeContext } from '../context/node-context.ts';
import { chainOf, type Piece } from '../context/piece.ts';
import { eachItem } from '../context/scope-of.ts';
import type { NodeConverter } from './node-converter.ts';
import { plainText } from '../read/plain-text.ts';

export const setConverter: NodeConverter = {
  words: eachItem,
  hard: setByCode,
  convert: convertSet,
};

export interface Assignment {
  /** As n8n has it: `user.tags[0]` is a place inside. */
  readonly name: string;
  readonly value: Json;
  readonly type: string;
}

function convertSet(context: NodeContext): Piece {
  if (context.choice(['mode'], 'manual') === 'raw' || context.raw('mode') === 'json') {
    return chainOf([eachNode(context, 'transform', { value: rawValue(context) })]);
  }
  return fieldsPiece(context, assignmentsOf(context), keptFields(context));
}

/** A node that gives each item new fields. */
export function fieldsPiece(
  context: NodeContext,
  assignments: readonly Assignment[],
  kept: Kept,
): Piece {
  const isFlat = context.raw('options', 'dotNotation') === false;
  const isPlain = isFlat || assignments.every(({ name }) => stepsOfName(name).length === 1);
  if (kept === 'all' && isPlain && assignments.length > 0) {
    const fields: { [name: string]: Json } = {};
    for (const { name, value, type } of assignments) {
      setOwn(fields, name, typedTemplate(context, value, type));
    }
    return chainOf([stepsNode(context, [{ op: 'set', fields }])]);
  }
  const fields = fieldsOf(context, assignments, kept);
  return chainOf([eachNode(context, 'transform', { value: fields })]);
}

/** Whichever version wrote them. */
function assignmentsOf({ raw, node }: NodeContext): readonly Assignment[] {
  const listed = raw('assignments', 'assignments');
  if (Array.isArray(listed)) {
    return listed.flatMap((entry: Json) => {
      if (!isObject(entry) || typeof entry['name'] !== 'string') return [];
      const type = typeof entry['type'] === 'string' ? entry['type'] : 'string';
      return [{ name: entry['name'], value: entry['value'] ?? '', type }];
    });
  }
  const values = raw('fields', 'values');
  if (Array.isArray(values)) {
    return values.flatMap((entry: Json) => {
      if (!isObject(entry) || typeof entry['name'] !== 'string') return [];
      const type = typeof entry['type'] === 'string' ? entry['type'] : 'stringValue';
      return [{ name: entry['name'], value: entry[type] ?? '', type: type.replace(/Value$/, '') }];
    });
  }
  if (node.version >= 3) return [];
  return ['string', 'number', 'boolean'].flatMap((type) =>
    pairsOf(raw('values', type)).map(([name, value]) => ({ name, value, type })),
  );
}

export type Kept =
  | 'all'
  | 'none'
  | { readonly only: readonly string[] }
  | { readonly but: readonly string[] };

/** Which fields of the item stay. */
function keptFields({ raw, choice, node }: NodeContext): Kept {
  if (node.version < 3) return raw('keepOnlySet') === true ? 'none' : 'all';
  const isOld = node.version < 3.3 && raw('includeOtherFields') === undefined;
  if (!isOld && raw('includeOtherFields') !== true) return 'none';
  const include = choice(['include'], 'all');
  const names = (key: string): readonly string[] =>
    choice([key], '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  if (include === 'selected') return { only: names('includeFields') };
  if (include === 'except') return { but: names('excludeFields') };
  return include === 'none' ? 'none' : 'all';
}

/** The fields as one template; as one expression where other fields stay. */
function fieldsOf(context: NodeContext, assignments: readonly Assignment[], kept: Kept): Json {
  const isFlat = context.raw('options', 'dotNotation') === false;
  const item = context.scope.item;
  if (kept === 'none') {
    const result: { [key: string]: Json } = {};
    for (const { name, value, type } of assignments) {
      placeAt(result, isFlat ? [name] : stepsOfName(name), typedTemplate(context, value, type));
    }
    return result;
  }
  const base =
    kept === 'all'
      ? item
      : `${item}.${'only' in kept ? 'pick' : 'omit'}(${JSON.stringify('only' in kept ? kept.only : kept.but)})`;
  if (assignments.length === 0) return `\${= ${base} }`;
  const text = merged(
    base,
    assignments.map((each) => ({
      path: isFlat ? [each.name] : stepsOfName(each.name),
      text: orNull(typed(context.expression(each.value), each)),
    })),
  );
  return `\${= ${text} }`;
}

interface Placed {
  readonly path: readonly string[];
  readonly text: string;
}

/** `{ ...base, a: 1, b: { ...base.b, c: 2 } }`. */
function merged(base: string, placed: readonly Placed[]): string {
  const names = [...new Set(placed.map(({ path }) => path[0] ?? ''))];
  const parts = names.map((name) => {
    const own = placed.filter(({ path }) => path[0] === name);
    const last = own.at(-1);
    if (last === undefined) return '';
    const key = JSON.stringify(name);
    if (last.path.length === 1) return `${key}: ${last.text}`;
    const inside = own.map(({ path, text }) => ({ path: path.slice(1), text }));
    return `${key}: ${merged(`(${base}[${key}] ?? {})`, inside)}`;
  });
  return `{ ...${base}, ${parts.join(', ')} }`;
}

/** `user.tags[0]` as keys. */
export function stepsOfName(name: string): readonly string[] {
  const steps = name
    .replaceAll(/\[(?:'([^']*)'|"([^"]*)"|(\d+))\]/g, '.$1$2$3')
    .split('.')
    .filter((step) => step !== '');
  return steps.length === 0 ? [name] : steps;
}

function placeAt(target: { [key: string]: Json }, path: readonly string[], value: Json): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    setOwn(target, first, value);
    return;
  }
  const inside = Object.hasOwn(target, first) ? target[first] : undefined;
  if (/^\d+$/.test(rest[0] ?? '')) {
    const list = Array.isArray(inside) ? [...(inside as readonly Json[])] : []; // A list holds JSON.
    const place = Number(rest[0]);
    if (place > 100) return;
    while (list.length <= place) list.push(null);
    const holder: { [key: string]: Json } = { '0': list[place] ?? {} };
    placeAt(holder, ['0', ...rest.slice(1)], value);
    list[place] = holder['0'] ?? null;
    setOwn(target, first, list);
    return;
  }
  const object: { [key: string]: Json } = isObject(inside) ? { ...inside } : {};
  placeAt(object, rest, value);
  setOwn(target, first, object);
}

/** n8n converts each value to the type of its field. */
function typed(said: Said, { value, type }: Assignment): Said {
  const literal = typeof value === 'string' && !isTemplate(value) ? value : null;
  switch (type) {
    case 'string': {
      if (literal !== null || said.text.startsWith('`')) return said;
      const text =
        typeof value === 'string'
          ? `text(${said.text})`
          : JSON.stringify(plainText(value, JSON.stringify(value)));
      return { ...said, text, power: 20 };
    }
    case 'number':
      if (typeof value === 'number') return said;
      if (literal !== null && literal !== '' && Number.isFinite(Number(literal))) {
        return { ...said, text: String(Number(literal)) };
      }
      return literal === ''
        ? { ...said, text: 'null' }
        : { ...said, text: `number(${said.text})`, power: 20 };
    case 'boolean':
      if (literal !== null)
        return { ...said, text: literal === 'true' || literal === '1' ? 'true' : 'false' };
      return typeof value === 'boolean'
        ? said
        : { ...said, text: `[true, "true", 1, "1"].includes(${said.text})`, power: 20 };
    case 'array':
    case 'object': {
      if (typeof value !== 'string') return said;
      if (literal !== null) return { ...said, text: parsedText(literal) ?? said.text };
      return said.text.startsWith('`')
        ? { ...said, text: `parseJson(${said.text})`, power: 20, isCertain: false }
        : {
            ...said,
            text: `type(${said.text}) == "text" ? parseJson(${said.text}) : ${within(said, 1)}`,
            power: 0,
          };
    }
    default:
      return said;
  }
}

function parsedText(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}

/** A template of its own, so that long texts stay readable. */
function typedTemplate(context: NodeContext, value: Json, type: string): Json {
  const isText = typeof value === 'string';
  const isPlainText =
    isText && type === 'string' && !(isTemplate(value) && piecesOf(value).length === 1);
  if (isPlainText) return context.template(value);
  if (!isText && type !== 'string') return context.template(value);
  const written = context.template(value);
  // A reference, not an expression: it is a text already.
  if (typeof written === 'string' && !written.startsWith('${=') && written.startsWith('${'))
    return written;
  const said = typed(context.expression(value), { name: '', value, type });
  const literal = isText && isTemplate(value) ? null : parsedText(said.text);
  // What was just written as JSON is read as JSON.
  return literal === null
    ? `\${= ${orNull(said)} }`
    : context.template(JSON.parse(literal) as Json);
}

/** JSON with pieces: the text is put together first and read then, as n8n does. */
function rawValue(context: NodeContext): Json {
  const written = context.raw('jsonOutput') ?? '{}';
  if (typeof written !== 'string') return context.template(written);
  const literal = isTemplate(written) ? null : parsedText(written);
  const item = context.scope.item;
  const withOthers = keptFields(context) === 'all' && context.raw('includeOtherFields') === true;
  if (literal !== null && !withOthers) return context.template(JSON.parse(literal) as Json); // Just written from JSON.
  const said = context.expression(written);
  const value =
    said.text.startsWith('`') || literal !== null || !isTemplate(written)
      ? (literal ?? `parseJson(${said.text})`)
      : `[${orNull(said)}].map(value => type(value) == "text" ? parseJson(value) : value)[0]`;
  return withOthers ? `\${= { ...${item}, ...${value} } }` : `\${= ${value} }`;
}

function setByCode(context: NodeContext): Piece {
  if (context.choice(['mode'], 'manual') !== 'raw') {
    return fieldsByCode(context, assignmentsOf(context), keptFields(context));
  }
  const value = { name: '', type: 'object', value: context.raw('jsonOutput') ?? '{}' };
  const kept = context.raw('includeOtherFields') === true ? 'all' : 'none';
  return fieldsByCode(context, [value], kept);
}

/** The same by code, for values that have no native expression. */
export function fieldsByCode(
  context: NodeContext,
  values: readonly Assignment[],
  kept: Kept,
): Piece {
  const isFlat = context.raw('options', 'dotNotation') === false;
  return codeForEach(context, { settings: { kept, isFlat }, values });
}
