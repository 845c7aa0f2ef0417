import { given } from '../../draft/given.ts';
import { isObject, listAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { textOf } from '../dify-graph.ts';
import { loseOf, type DifyStep } from './dify-step.ts';

/** A file is given by its address, as the API of Dify takes remote files. */
const fileSchema: JsonObject = {
  type: 'object',
  properties: { url: { type: 'string' } },
  required: ['url'],
};

/** JSON schema of a run's input, from the form of a start node. */
export function inputSchema(step: DifyStep, variables: readonly JsonObject[]): JsonObject {
  const properties: { [name: string]: Json } = {};
  const required: string[] = [];
  for (const variable of variables) {
    const name = textOf(ownValue(variable, 'variable'));
    if (name === '') continue;
    properties[name] = variableSchema(step, variable, name);
    const isFilled = !isEmpty(ownValue(variable, 'default'));
    if (ownValue(variable, 'required') === true && !isFilled) required.push(name);
  }
  if (step.scope.app.isChat) {
    properties['query'] = { type: 'string', title: 'What the user says' };
    properties['conversation_id'] = { type: 'string', title: 'Which conversation goes on' };
  }
  return {
    type: 'object',
    properties,
    ...given({ required: required.length === 0 ? undefined : required }),
  };
}

function variableSchema(step: DifyStep, variable: JsonObject, name: string): JsonObject {
  const type = textAt(variable, 'type') ?? 'text-input';
  const label = textOf(ownValue(variable, 'label'));
  const heading = label === '' || label === name ? {} : { title: label };
  const written = ownValue(variable, 'default');
  const preset = isEmpty(written) || written === undefined ? {} : { default: written };
  const length = ownValue(variable, 'max_length');
  const bound = typeof length === 'number' && length > 0 ? { maxLength: length } : {};
  switch (type) {
    case 'number':
      return { type: 'number', ...heading, ...presetNumber(written) };
    case 'checkbox':
      return { type: 'boolean', ...heading };
    case 'select': {
      const options = listAt(variable, 'options')
        .map(textOf)
        .filter((option) => option !== '');
      return {
        type: 'string',
        ...heading,
        ...preset,
        ...given({ enum: options.length === 0 ? undefined : [...new Set(options)] }),
      };
    }
    case 'file':
    case 'file-list':
      noteUpload(step, variable, name);
      return type === 'file'
        ? { ...fileSchema, ...heading }
        : { type: 'array', items: fileSchema, ...heading };
    case 'json_object':
    case 'json':
      return { type: 'object', ...heading };
    default:
      return { type: 'string', ...heading, ...preset, ...bound };
  }
}

function presetNumber(value: Json | undefined): JsonObject {
  if (isEmpty(value)) return {};
  const number = Number(value);
  return Number.isFinite(number) ? { default: number } : {};
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return isObject(value) && Object.keys(value).length === 0;
}

function noteUpload(step: DifyStep, variable: JsonObject, name: string): void {
  const methods = listAt(variable, 'allowed_file_upload_methods');
  if (methods.length === 0 || methods.includes('remote_url')) return;
  loseOf(step, {
    kind: 'files',
    key: 'variables',
    message: `"${step.node.title}" takes "${name}" as an uploaded file only.`,
    hint: 'Here a file is given by its address: { "url": "https://…" }.',
  });
}
