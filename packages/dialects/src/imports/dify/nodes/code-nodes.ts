// Code and templates
// JavaScript stays as it is. Python is translated where its meaning is known in full; elsewhere it is kept as Python, which an
// operator may allow, or named as a loss.
import {
  escapeTemplate,
  isObject,
  listAt,
  objectAt,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import { convertPlainJinja } from '../../jinja/plain-jinja.ts';
import { translateJinja } from '../../jinja/translate-jinja.ts';
import { translatePython } from '../../python/translate-python.ts';
import { readSelector } from '../dify-graph.ts';
import { isStructured } from '../output-path.ts';
import {
  addStep,
  loseOf,
  objectsIn,
  single,
  type ConvertDify,
  type DifyStep,
} from './dify-step.ts';
import { textReader, variablesOf } from './llm-node.ts';

export const convertCode: ConvertDify = (step) => {
  const { data } = step.node;
  const source = textAt(data, 'code') ?? '';
  const args = Object.fromEntries(variablesOf(step, listAt(data, 'variables')));
  const isJavaScript = textAt(data, 'code_language') === 'javascript';
  const made = isJavaScript
    ? { code: `${source}\nreturn main(args);` }
    : pythonCode(step, source, Object.keys(args));
  addStep(step, { type: 'code', config: { ...made, args, ...schemaOf(data) } });
  return single(step.id);
};

function pythonCode(step: DifyStep, source: string, names: readonly string[]): JsonObject {
  const { python } = step.scope.app;
  const called = names.map((name) => `${name}=args[${JSON.stringify(name)}]`).join(', ');
  const kept = { code: `${source}\n\nmain(${called})`, language: 'python' };
  const translated = translatePython(source, names);
  if (translated.ok) return { code: translated.code };
  if (python) return kept;
  loseOf(step, {
    kind: 'python-code',
    key: 'code',
    message: `"${step.node.title}" is Python that could not be translated: ${translated.reason}.`,
    hint: 'Allow Python in the sandbox (limits.code.python), or write it in JavaScript.',
  });
  return kept;
}

const schemaTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  object: 'object',
  boolean: 'boolean',
};

/** What the code must return: Dify checks names and types of its outputs. */
function schemaOf(data: JsonObject): JsonObject {
  const outputs = Object.entries(objectAt(data, 'outputs'));
  if (outputs.length === 0) return {};
  const properties: { [name: string]: Json } = {};
  for (const [name, output] of outputs) {
    const type = isObject(output) ? (textAt(output, 'type') ?? '') : '';
    const own = type.startsWith('array') ? 'array' : schemaTypes[type];
    properties[name] = own === undefined ? {} : { type: [own, 'null'] };
  }
  return { schema: { type: 'object', properties, required: outputs.map(([name]) => name) } };
}

export const convertTemplate: ConvertDify = (step) => {
  const { data, title } = step.node;
  const template = textAt(data, 'template') ?? '';
  const variables = listAt(data, 'variables');
  const values = variablesOf(step, variables);
  const plain = hasLists(step, variables)
    ? null
    : convertPlainJinja(template, textReader(step, variables));
  if (plain !== null) {
    addStep(step, { type: 'transform', config: { value: plain } });
    return single(step.id);
  }
  const translated = translateJinja(template, [...values.keys()]);
  if (translated.ok) {
    addStep(step, {
      type: 'code',
      config: { code: translated.code, args: Object.fromEntries(values) },
    });
    return single(step.id);
  }
  loseOf(step, {
    kind: 'jinja',
    key: 'template',
    message: `"${title}" is a Jinja template that could not be translated: ${translated.reason}.`,
    hint: 'Build the text in a code node.',
  });
  addStep(step, { type: 'transform', config: { value: escapeTemplate(template) } });
  return single(step.id);
};

/** Jinja writes lists and objects as Python does, so they need code. */
function hasLists({ scope }: DifyStep, variables: readonly Json[]): boolean {
  return objectsIn(variables).some((variable) => {
    const [id = '', name = ''] = readSelector(ownValue(variable, 'value_selector'));
    const node = scope.app.graph.byId.get(id);
    return node !== undefined && isStructured(node, name);
  });
}
