// Model calls
// Messages become `system` and `prompt`. The memory of a chat is what was said in earlier turns, which the workflow keeps by
// conversation and adds to the system prompt.
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
import { computed, reference } from '../../draft/place.ts';
import { turnsName } from '../../draft/conversation-memory.ts';
import { readSelector } from '../dify-graph.ts';
import { convertText, loseReference } from '../dify-text.ts';
import { findValue, valueExpression, valueTemplate } from '../scope.ts';
import {
  addStep,
  loseOf,
  objectsIn,
  single,
  type ConvertDify,
  type DifyStep,
} from './dify-step.ts';
import { modelSettings, visionSelector } from './model-settings.ts';

export const convertLlm: ConvertDify = (step) => {
  const { data } = step.node;
  const { system, prompt } = readPrompts(step);
  const schema = structuredSchema(data);
  const config: { [key: string]: Json } = { ...modelSettings(step, objectAt(data, 'model')) };
  // Without a message of the user, the instructions are the message.
  const memory = memoryText(step);
  if (prompt === '') config['prompt'] = system + memory;
  else {
    if (system + memory !== '') config['system'] = system + memory;
    config['prompt'] = prompt;
  }
  if (schema !== null) config['schema'] = schema;
  const images = imagesOf(step);
  if (images !== null) config['images'] = images;
  addStep(step, { type: 'llm', config });
  return single(step.id);
};

interface Prompts {
  readonly system: string;
  readonly prompt: string;
}

function readPrompts(step: DifyStep): Prompts {
  const { data } = step.node;
  const written = ownValue(data, 'prompt_template');
  const messages = isObject(written)
    ? [{ ...written, role: 'user' }]
    : objectsIn(listAt(data, 'prompt_template'));
  const context = contextText(step);
  const parts = messages.map((message) => ({
    role: textAt(message, 'role') ?? 'user',
    text: messageText(step, message, context),
  }));
  const system = parts
    .filter(({ role }) => role === 'system')
    .map(({ text }) => text)
    .join('\n\n');
  const said = parts.filter(({ role, text }) => role !== 'system' && text !== '');
  const query = queryText(step);
  const hasDialogue = said.some(({ role }) => role === 'assistant');
  if (hasDialogue) {
    loseOf(step, {
      kind: 'messages',
      key: 'prompt_template',
      message: `"${step.node.title}" begins with a dialogue of several messages, which is written into one here.`,
      hint: 'Check the answers; write the examples into the system prompt if they differ.',
    });
  }
  const lines = said.map(({ role, text }) =>
    hasDialogue ? `${role === 'assistant' ? 'Assistant' : 'User'}: ${text}` : text,
  );
  return { system, prompt: [...lines, ...(query === '' ? [] : [query])].join('\n\n') };
}

function messageText(step: DifyStep, message: JsonObject, context: string): string {
  const { node, scope } = step;
  const isJinja = textAt(message, 'edition_type') === 'jinja2';
  const jinja = textAt(message, 'jinja2_text') ?? '';
  if (!isJinja || jinja === '')
    return convertText(scope, node, textAt(message, 'text') ?? '', { context });
  const config = objectAt(node.data, 'prompt_config');
  const made = convertPlainJinja(jinja, textReader(step, listAt(config, 'jinja2_variables')));
  if (made !== null) return made;
  loseOf(step, {
    kind: 'jinja',
    key: 'prompt_template',
    message: `The prompt of "${node.title}" is a Jinja template with more than values in it.`,
    hint: 'Build the text in a code node before it, and insert its output.',
  });
  return convertText(scope, node, jinja, { context });
}

/** What templates call their variables, and where these are read. */
export function variablesOf(
  { scope, node }: DifyStep,
  list: readonly Json[],
): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  for (const variable of objectsIn(list)) {
    const selector = readSelector(ownValue(variable, 'value_selector'));
    const value = valueTemplate(scope, selector);
    if (value === undefined && selector.length > 0) loseReference(scope, node, selector);
    found.set(textAt(variable, 'variable') ?? '', value ?? null);
  }
  return found;
}

/** How a text inserts the variables of a template: what has no value is written as nothing. */
export function textReader(
  { scope, node }: DifyStep,
  list: readonly Json[],
): (name: string) => string | null {
  const found = new Map<string, string>();
  for (const variable of objectsIn(list)) {
    const selector = readSelector(ownValue(variable, 'value_selector'));
    const read = findValue(scope, selector);
    const name = textAt(variable, 'variable') ?? '';
    if (read === null) {
      if (selector.length > 0) loseReference(scope, node, selector);
    } else if ('place' in read) found.set(name, reference(read.place, { otherwise: '' }));
    else
      found.set(
        name,
        escapeTemplate(
          typeof read.literal === 'string' ? read.literal : JSON.stringify(read.literal),
        ),
      );
  }
  return (name) => found.get(name) ?? null;
}

/** `{{#context#}}`: the passages that were retrieved. */
function contextText({ scope, node }: DifyStep): string {
  const context = objectAt(node.data, 'context');
  const selector = readSelector(ownValue(context, 'variable_selector'));
  if (ownValue(context, 'enabled') !== true || selector.length < 2) return '';
  const read = valueExpression(scope, selector);
  if (read === null) {
    loseReference(scope, node, selector);
    return '';
  }
  return computed(
    `isList(${read}) ? ${read}.map(item => type(item) == "object" ? item.content ?? text(item) : text(item)).join("\\n") : text(${read} ?? "")`,
  );
}

/** With memory, what the user said comes last. */
function queryText({ scope, node }: DifyStep): string {
  const memory = ownValue(node.data, 'memory');
  if (!isObject(memory) || !scope.app.isChat) return '';
  const written = textAt(memory, 'query_prompt_template') ?? '';
  return convertText(scope, node, written === '' ? '{{#sys.query#}}' : written);
}

function memoryText({ scope, node }: DifyStep): string {
  const memory = ownValue(node.data, 'memory');
  if (!isObject(memory) || !scope.app.isChat) return '';
  const window = objectAt(memory, 'window');
  const size = ownValue(window, 'size');
  const count =
    ownValue(window, 'enabled') === true && typeof size === 'number' && size >= 1
      ? Math.floor(size)
      : 50;
  const turns = valueExpression(scope, ['conversation', turnsName]);
  if (turns === null) return '';
  const lines = `${turns}.last(${count}).map(turn => "User: " + turn.query + "\\nAssistant: " + turn.answer).join("\\n")`;
  return computed(`empty(${turns}) ? "" : "\\n\\nEarlier in this conversation:\\n" + ${lines}`);
}

function structuredSchema(data: JsonObject): Json | null {
  if (ownValue(data, 'structured_output_enabled') !== true) return null;
  const schema = ownValue(objectAt(data, 'structured_output'), 'schema');
  return isObject(schema) ? schema : null;
}

/** Pictures are sent by their addresses. */
export function imagesOf({ scope, node }: DifyStep): Json | null {
  const selector = visionSelector(node.data);
  if (selector === null) return null;
  const read = valueExpression(scope, selector);
  if (read === null) return null;
  return computed(`list(${read}).map(file => type(file) == "text" ? file : file.url)`);
}
