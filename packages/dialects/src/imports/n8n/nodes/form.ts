// Forms: what they ask, and what stands above it
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { isJsonList } from '../../draft/is-json-list.ts';
import { isTemplate } from '../expressions/convert-text.ts';
import { expressionsIn, type NodeContext } from '../context/node-context.ts';
import { plainText } from '../read/plain-text.ts';

/** Title, description and what else is shown, as whoever answers reads it. */
export function formPrompt(context: NodeContext): string {
  const { raw, template, node } = context;
  const written = (key: string): string => {
    const text = raw(key) ?? raw('options', key) ?? '';
    const said = template(text);
    return typeof said === 'string' ? said : '';
  };
  const pages = fieldsOf(context).flatMap(({ fieldType, fieldLabel, html }) => {
    if (fieldType !== 'html') return [];
    return [fieldLabel ?? '', html ?? ''].map((text) => plainText(template(text)));
  });
  const parts = [written('formTitle'), written('formDescription'), ...pages].filter(
    (part) => part !== '',
  );
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
  const computed: string[] = [];
  for (const field of fieldsOf(context)) {
    const label = field['fieldLabel'] ?? field['fieldName'];
    if (field['fieldType'] === 'html') continue;
    if (typeof label !== 'string' || label === '' || label === '__proto__') continue;
    if (isTemplate(label)) computed.push(label);
    properties[label] = fieldSchema(field);
    if (field['requiredField'] === true) required.push(label);
  }
  if (computed.length > 0) {
    context.lose({
      kind: 'form-page',
      message: `"${context.node.name}" computes what its fields are called: ${computed.join(', ')}.`,
      hint: 'Give the fields fixed names in "schema" of the node, and say in its prompt what they are for.',
    });
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
