// Which field gets which widget
// Long texts are edited as prompts, everything without a single type as JSON.
import type { UiSchema } from '@rjsf/utils';
import type { Field, Shape } from '@skein/dialects';
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { objectAt } from '../../graph/own-keys.ts';
import type { Alternative } from '../fields/alternatives-field.tsx';
import { isDuration } from '../../graph/forms/config-schema.ts';
import type { FieldName, WidgetName } from './field-names.ts';
import { editorOf, longTexts, type Editor } from './shape-editors.ts';

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
  /** The settings as the dialect describes them: their shapes say which field each has. */
  readonly settings?: ReadonlyMap<string, Field> | undefined;
  /** Whether a choice may be computed wherever it stands; default: as its shape says. */
  readonly areTemplates?: boolean;
  /** Two numbers share a row. */
  readonly isDense: boolean;
}

export interface ChosenField {
  readonly choices: readonly Alternative[];
  readonly inside?: Partial<Pick<NamedFields, 'widgets' | 'fields'>>;
}

/** Of a form that nothing is known about but its schema. */
export const noNames: NamedFields = { widgets: {}, fields: {}, rare: new Set(), isDense: false };

export function uiSchemaOf(schema: JsonObject, named: NamedFields = noNames): UiSchema {
  const result: UiSchema = {};
  if (editorFor('', schema) === 'json') result['ui:field'] = 'json';
  const { raw, filled, settings, areTemplates = false } = named;
  for (const [key, child] of Object.entries(objectAt(schema, 'properties'))) {
    if (!isObject(child)) continue;
    const field = settings?.get(key);
    const editor = field === undefined ? editorFor(key, child) : editorOf(key, field);
    const isRaw = raw?.has(key) === true;
    const inside = { ...named, settings: fieldsOf(field?.shape) };
    const within = isRaw ? { ...inside, filled: new Set<string>() } : inside;
    const isInner = editor === 'group';
    const ui = isInner
      ? innerUi(key, child, within)
      : (namedUi(key, child, named) ?? toUi(editor, named.isDense && isPlainNumber(child)));
    const isLiteral = isRaw || (!isInner && filled?.has(key) === false);
    const inner =
      editor === 'records' || editor === 'toolRecords'
        ? { items: uiSchemaOf(objectAt(child, 'items'), within) }
        : {};
    const isTemplate =
      areTemplates || (field?.shape.kind === 'choice' && field.shape.template === true);
    const template = isTemplate ? { 'ui:options': { ...ui['ui:options'], isTemplate } } : {};
    const literal = isLiteral ? { 'ui:options': { ...ui['ui:options'], isLiteral } } : {};
    result[key] = {
      ...ui,
      ...template,
      ...literal,
      ...inner,
      ...(named.rare.has(key) ? { 'ui:rare': true } : {}),
    };
  }
  return result;
}

/** Of a record, or of the records of a list. */
function fieldsOf(shape: Shape | undefined): ReadonlyMap<string, Field> | undefined {
  const record = shape?.kind === 'list' ? shape.of : shape;
  return record?.kind === 'record' ? record.fields : undefined;
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

const fieldNames: ReadonlySet<string> = new Set<FieldName>([
  'json',
  'lines',
  'records',
  'toolRecords',
  'template',
  'value',
  'values',
  'tools',
  'fields',
  'durations',
  'arguments',
]);

function toUi(editor: Editor, isHalf: boolean): UiSchema {
  if (editor === null || editor === 'group') return isHalf ? { 'ui:half': true } : {};
  return fieldNames.has(editor) ? { 'ui:field': editor } : { 'ui:widget': editor };
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

/** One that cannot be computed needs no room for that. */
function isPlainNumber(schema: JsonObject): boolean {
  return isNumber(schema) && !Array.isArray(ownValue(schema, 'type'));
}

/** For what is described by a schema only. */
function editorFor(key: string, schema: JsonObject): Editor {
  const type = typeOf(schema);
  const choices = ownValue(schema, 'enum') ?? ownValue(schema, 'oneOf');
  if (type === 'string' && (key === 'note' || key === 'description')) return 'textarea';
  if (type === 'string' && Array.isArray(choices)) return null;
  if (type === 'string') return longTexts.test(key) ? 'prompt' : null;
  if (isNumber(schema) && isDuration(key)) return 'duration';
  if (type === 'boolean' || isNumber(schema)) return null;
  if (type === 'object') return ownValue(schema, 'properties') === undefined ? 'json' : 'group';
  if (type === 'array') {
    const widget = listEditorFor(objectAt(schema, 'items'));
    return widget === 'records' && key === 'tools' ? 'toolRecords' : widget;
  }
  return Array.isArray(choices) ? null : 'json';
}

function listEditorFor(items: JsonObject): Editor {
  if (ownValue(items, 'enum') !== undefined) return 'checkboxes';
  if (typeOf(items) === 'object' && ownValue(items, 'properties') !== undefined) return 'records';
  return typeOf(items) === 'string' ? 'lines' : 'json';
}
