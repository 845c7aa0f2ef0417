// Which field gets which widget
// Long texts are edited as prompts, everything without a single type as JSON.
import type { UiSchema } from '@rjsf/utils';
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { objectAt } from '../../graph/own-keys.ts';
import type { Alternative } from '../fields/alternatives-field.tsx';

const longTexts = /prompt|instructions|message|^system$|^user$/i;

/** Widgets and fields of our own: `schema-form.tsx` has an entry for each. */
export type WidgetName =
  | 'prompt'
  | 'code'
  | 'model'
  | 'effort'
  | 'provider'
  | 'tool'
  | 'step'
  | 'secret';
export type FieldName =
  | 'json'
  | 'lines'
  | 'records'
  | 'condition'
  | 'tools'
  | 'toolRecords'
  | 'workflow'
  | 'template'
  | 'where'
  | 'order'
  | 'rowField'
  | 'rowFields'
  | 'aggregates'
  | 'names'
  | 'values'
  | 'match'
  | 'alternatives';

/** Widgets for fields whose key has a known meaning; provided by the caller. */
export interface NamedFields {
  /** Texts. */
  readonly widgets: { readonly [key: string]: WidgetName };
  /** Values with several forms. */
  readonly fields: { readonly [key: string]: UiSchema & { readonly 'ui:field': FieldName } };
  /** Objects with free keys that are edited pair by pair. */
  readonly pairs?: ReadonlySet<string>;
  /** Objects of which one key is chosen, and how the fields inside are edited. */
  readonly alternatives?: { readonly [key: string]: ChosenField };
  /** Rarely needed; folded while empty. */
  readonly rare: ReadonlySet<string>;
  /** The settings whose texts the engine fills; all, if undefined. */
  readonly filled?: ReadonlySet<string> | undefined;
  /** Those that it takes as they are written, with all that is in them; none, if undefined. */
  readonly raw?: ReadonlySet<string> | undefined;
  /** Two numbers share a row. */
  readonly isDense: boolean;
}

export interface ChosenField {
  readonly choices: readonly Alternative[];
  readonly inside?: Partial<Pick<NamedFields, 'widgets' | 'fields'>>;
}

const none: NamedFields = { widgets: {}, fields: {}, rare: new Set(), isDense: false };

export function uiSchemaOf(schema: JsonObject, named: NamedFields = none): UiSchema {
  const result: UiSchema = {};
  if (widgetOf('', schema) === 'json') result['ui:field'] = 'json';
  const { raw, filled } = named;
  for (const [key, child] of Object.entries(objectAt(schema, 'properties'))) {
    if (!isObject(child)) continue;
    const widget = widgetOf(key, child);
    const isInner = typeOf(child) === 'object' && widget === null;
    const isRaw = raw?.has(key) === true;
    const within = isRaw ? { ...named, filled: new Set<string>() } : named;
    const ui = isInner
      ? innerUi(key, child, within)
      : (namedUi(key, child, named) ?? toUi(widget, named.isDense && isNumber(child)));
    const isLiteral = isRaw || (!isInner && filled?.has(key) === false);
    const inner =
      widget === 'records' || widget === 'toolRecords'
        ? { items: uiSchemaOf(objectAt(child, 'items'), within) }
        : {};
    const literal = isLiteral ? { 'ui:options': { ...ui['ui:options'], isLiteral } } : {};
    result[key] = {
      ...ui,
      ...literal,
      ...inner,
      ...(named.rare.has(key) ? { 'ui:rare': true } : {}),
    };
  }
  return result;
}

function innerUi(key: string, schema: JsonObject, named: NamedFields): UiSchema {
  const { alternatives = {} } = named;
  const chosen = Object.hasOwn(alternatives, key) ? alternatives[key] : undefined;
  const properties = objectAt(schema, 'properties');
  // Another setting may have the same name.
  const isIt = chosen?.choices.every((each) => Object.hasOwn(properties, each.key)) === true;
  if (chosen === undefined || !isIt) return uiSchemaOf(schema, named);
  const { inside = {}, choices } = chosen;
  const within = {
    ...named,
    widgets: { ...named.widgets, ...inside.widgets },
    fields: { ...named.fields, ...inside.fields },
  };
  const ui = uiSchemaOf(schema, within);
  return { ...ui, 'ui:field': 'alternatives', 'ui:options': { alternatives: choices } };
}

function namedUi(key: string, schema: JsonObject, named: NamedFields): UiSchema | undefined {
  const type = typeOf(schema);
  if (type === undefined) return Object.hasOwn(named.fields, key) ? named.fields[key] : undefined;
  if (type === 'object')
    return named.pairs?.has(key) === true ? { 'ui:field': 'values' } : undefined;
  const isFree = type === 'string' && !Array.isArray(ownValue(schema, 'enum'));
  const widget = isFree && Object.hasOwn(named.widgets, key) ? named.widgets[key] : undefined;
  return widget === undefined ? undefined : { 'ui:widget': widget };
}

/** What the shape of a value asks for; `textarea` and `checkboxes` are the library's own names. */
type Choice = WidgetName | FieldName | 'textarea' | 'checkboxes' | null;

function toUi(choice: Choice, isHalf: boolean): UiSchema {
  if (choice === null) return isHalf ? { 'ui:half': true } : {};
  return choice === 'json' || choice === 'lines' || choice === 'records' || choice === 'toolRecords'
    ? { 'ui:field': choice }
    : { 'ui:widget': choice };
}

/** The first of several types; the others are alternative notations. */
function typeOf(schema: JsonObject): Json | undefined {
  const type = ownValue(schema, 'type');
  return Array.isArray(type) ? (type as readonly Json[])[0] : type;
}

function isNumber(schema: JsonObject): boolean {
  const type = typeOf(schema);
  return type === 'number' || type === 'integer';
}

function widgetOf(key: string, schema: JsonObject): Choice {
  const type = typeOf(schema);
  const choices = ownValue(schema, 'enum') ?? ownValue(schema, 'oneOf');
  if (type === 'string' && (key === 'note' || key === 'description')) return 'textarea';
  if (type === 'string' && Array.isArray(choices)) return null;
  if (type === 'string') return longTexts.test(key) ? 'prompt' : null;
  if (type === 'boolean' || isNumber(schema)) return null;
  if (type === 'object') return ownValue(schema, 'properties') === undefined ? 'json' : null;
  if (type === 'array') {
    const widget = listWidgetOf(objectAt(schema, 'items'));
    return widget === 'records' && key === 'tools' ? 'toolRecords' : widget;
  }
  return Array.isArray(choices) ? null : 'json';
}

function listWidgetOf(items: JsonObject): Choice {
  if (ownValue(items, 'enum') !== undefined) return 'checkboxes';
  if (typeOf(items) === 'object' && ownValue(items, 'properties') !== undefined) return 'records';
  return typeOf(items) === 'string' ? 'lines' : 'json';
}
