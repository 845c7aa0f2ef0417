// Which field gets which widget
// Long texts are edited as prompts, everything that has no single type as JSON.
import type { UiSchema } from '@rjsf/utils';
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { objectAt } from '../graph/own-keys.ts';

const longTexts = /prompt|instructions|message|^system$|^user$/i;

export function uiSchemaOf(schema: JsonObject): UiSchema {
  const result: UiSchema = {};
  if (widgetOf('', schema) === 'json') result['ui:field'] = 'json';
  for (const [key, child] of Object.entries(objectAt(schema, 'properties'))) {
    if (!isObject(child)) continue;
    const widget = widgetOf(key, child);
    const isInner = ownValue(child, 'type') === 'object' && widget === null;
    result[key] = isInner ? uiSchemaOf(child) : toUi(widget);
  }
  return result;
}

function toUi(widget: string | null): UiSchema {
  if (widget === null) return {};
  return widget === 'json' ? { 'ui:field': 'json' } : { 'ui:widget': widget };
}

function widgetOf(key: string, schema: JsonObject): string | null {
  const type: Json | undefined = ownValue(schema, 'type');
  const choices = ownValue(schema, 'enum') ?? ownValue(schema, 'oneOf');
  if (type === 'string' && (key === 'note' || key === 'description')) return 'textarea';
  if (type === 'string' && Array.isArray(choices)) return null;
  if (type === 'string') return longTexts.test(key) ? 'prompt' : null;
  if (type === 'boolean' || type === 'number' || type === 'integer') return null;
  if (type === 'object') return ownValue(schema, 'properties') === undefined ? 'json' : null;
  if (type === 'array') {
    const items = objectAt(schema, 'items');
    return ownValue(items, 'enum') === undefined ? 'json' : 'checkboxes';
  }
  return Array.isArray(choices) ? null : 'json';
}
