// Forms: what they ask, and what stands above it
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { isJsonList } from '../../draft/is-json-list.ts';
import { expressionsIn, type NodeContext } from '../context/node-context.ts';

/** Title and description, as whoever answers reads them. */
export function formPrompt({ raw, template, node }: NodeContext): string {
  const written = (key: string): string => {
    const text = raw(key) ?? raw('options', key) ?? '';
    const said = template(text);
    return typeof said === 'string' ? said : '';
  };
  const parts = [written('formTitle'), written('formDescription')].filter((part) => part !== '');
  return parts.length === 0 ? node.name : parts.join('\n\n');
}

/** One by one, or as JSON. */
function fieldsOf(context: NodeContext): readonly JsonObject[] {
  const { choice, raw, node, lose } = context;
  if (choice(['defineForm'], 'fields') !== 'json') {
    const listed = raw('formFields', 'values');
    return isJsonList(listed) ? listed.filter(isObject) : [];
  }
  const text = raw('jsonOutput') ?? '';
  const fields = typeof text === 'string' ? parsedFields(text) : null;
  if (fields !== null) return fields;
  lose({
    kind: 'form-page',
    message:
      expressionsIn(text).length > 0
        ? `"${node.name}" computes which fields its form has.`
        : `"${node.name}" has a form in JSON that cannot be read.`,
    hint: 'Write the fields as a JSON schema in "schema" of the node; a choice of what is computed can be a text.',
  });
  return [];
}

function parsedFields(text: string): readonly JsonObject[] | null {
  try {
    // What JSON.parse gives is JSON.
    const fields = JSON.parse(text.replace(/^=/, '')) as Json;
    return isJsonList(fields) ? fields.filter(isObject) : null;
  } catch {
    return null;
  }
}

/** The fields of a form as a JSON schema. */
export function formSchema(context: NodeContext): Json {
  const properties: { [name: string]: Json } = {};
  const required: string[] = [];
  for (const field of fieldsOf(context)) {
    const label = field['fieldLabel'] ?? field['fieldName'];
    if (typeof label !== 'string' || label === '' || label === '__proto__') continue;
    properties[label] = fieldSchema(field);
    if (field['requiredField'] === true) required.push(label);
  }
  const schema: { [key: string]: Json } = { type: 'object', properties };
  if (required.length > 0) schema['required'] = required;
  return schema;
}

function fieldSchema(field: { readonly [key: string]: Json }): Json {
  const type = field['fieldType'] ?? 'text';
  const options = isObject(field['fieldOptions']) ? field['fieldOptions']['values'] : undefined;
  const choices = (Array.isArray(options) ? options : []).flatMap((entry: Json) =>
    isObject(entry) && typeof entry['option'] === 'string' ? [entry['option']] : [],
  );
  const placeholder =
    typeof field['placeholder'] === 'string' && field['placeholder'] !== ''
      ? { description: field['placeholder'] }
      : {};
  if (type === 'number') return { type: 'number', ...placeholder };
  if (choices.length > 0) {
    const one = { type: 'string', enum: [...new Set(choices)] };
    return field['multiselect'] === true || type === 'checkbox'
      ? { type: 'array', items: one }
      : { ...one, ...placeholder };
  }
  if (type === 'date') return { type: 'string', format: 'date' };
  return type === 'email'
    ? { type: 'string', format: 'email' }
    : { type: 'string', ...placeholder };
}
