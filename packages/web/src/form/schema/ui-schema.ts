// Which field gets which widget
// Long texts are edited as prompts, everything that has no single type as JSON.
import type { UiSchema } from '@rjsf/utils';
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { objectAt } from '../../graph/own-keys.ts';

const longTexts = /prompt|instructions|message|^system$|^user$/i;

/** Fields that have a widget of their own because of what their key means; said by whoever knows the keys. */
export interface NamedFields {
  /** Texts. */
  readonly widgets: { readonly [key: string]: string };
  /** Values that may have several forms. */
  readonly fields: { readonly [key: string]: UiSchema };
  /** What few people need; folded while it is empty. */
  readonly rare: ReadonlySet<string>;
  /** Two numbers share a row. */
  readonly isDense: boolean;
}

const none: NamedFields = { widgets: {}, fields: {}, rare: new Set(), isDense: false };

export function uiSchemaOf(schema: JsonObject, named: NamedFields = none): UiSchema {
  const result: UiSchema = {};
  if (widgetOf('', schema) === 'json') result['ui:field'] = 'json';
  for (const [key, child] of Object.entries(objectAt(schema, 'properties'))) {
    if (!isObject(child)) continue;
    const widget = widgetOf(key, child);
    const isInner = typeOf(child) === 'object' && widget === null;
    const ui = isInner
      ? uiSchemaOf(child, named)
      : (namedUi(key, child, named) ?? toUi(widget, named.isDense && isNumber(child)));
    const inner =
      widget === 'records' ? { items: uiSchemaOf(objectAt(child, 'items'), named) } : {};
    result[key] = { ...ui, ...inner, ...(named.rare.has(key) ? { 'ui:rare': true } : {}) };
  }
  return result;
}

function namedUi(key: string, schema: JsonObject, named: NamedFields): UiSchema | undefined {
  const type = typeOf(schema);
  if (type === undefined) return Object.hasOwn(named.fields, key) ? named.fields[key] : undefined;
  const isFree = type === 'string' && !Array.isArray(ownValue(schema, 'enum'));
  const widget = isFree && Object.hasOwn(named.widgets, key) ? named.widgets[key] : undefined;
  return widget === undefined ? undefined : { 'ui:widget': widget };
}

function toUi(widget: string | null, isHalf: boolean): UiSchema {
  if (widget === null) return isHalf ? { 'ui:half': true } : {};
  return ['json', 'lines', 'records'].includes(widget)
    ? { 'ui:field': widget }
    : { 'ui:widget': widget };
}

/** The first of several: the others are other ways to write the same. */
function typeOf(schema: JsonObject): Json | undefined {
  const type = ownValue(schema, 'type');
  return Array.isArray(type) ? (type as readonly Json[])[0] : type;
}

function isNumber(schema: JsonObject): boolean {
  const type = typeOf(schema);
  return type === 'number' || type === 'integer';
}

function widgetOf(key: string, schema: JsonObject): string | null {
  const type = typeOf(schema);
  const choices = ownValue(schema, 'enum') ?? ownValue(schema, 'oneOf');
  if (type === 'string' && (key === 'note' || key === 'description')) return 'textarea';
  if (type === 'string' && Array.isArray(choices)) return null;
  if (type === 'string') return longTexts.test(key) ? 'prompt' : null;
  if (type === 'boolean' || isNumber(schema)) return null;
  if (type === 'object') return ownValue(schema, 'properties') === undefined ? 'json' : null;
  if (type === 'array') return listWidgetOf(objectAt(schema, 'items'));
  return Array.isArray(choices) ? null : 'json';
}

function listWidgetOf(items: JsonObject): string {
  if (ownValue(items, 'enum') !== undefined) return 'checkboxes';
  if (typeOf(items) === 'object' && ownValue(items, 'properties') !== undefined) return 'records';
  return typeOf(items) === 'string' ? 'lines' : 'json';
}
