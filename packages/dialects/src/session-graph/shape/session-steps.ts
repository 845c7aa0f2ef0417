// What a step of this dialect does by itself
// One entry per function that a step may call without anybody registering it: its words, its first input, how the kernel treats
// it. What it does is in the room of the agents, under the name of its node type.
import {
  isObject,
  modelRetry,
  ownValue,
  textOf,
  type JsonObject,
  type NodeKind,
} from '@skein/kernel';
import type { NodeEntry } from '../../dialect/node-entry.ts';
import {
  any,
  boolean,
  choice,
  list,
  openObject,
  optional,
  record,
  schemaOrAny,
  required,
  text,
} from '../../shape/shape.ts';

const output = ['output'] as const;
const prompt = optional(text, 'the question that the user is asked');

/** Its config is the input that the function is called with. Functions may be given more than they read. */
interface StepEntry extends NodeEntry {
  /** The function that a definition names; empty for a step without one. */
  readonly function: string;
  readonly kind: Omit<NodeKind, 'type'>;
}

/** By node type, without the name of the dialect; in the order in which palettes offer them. */
export const sessionSteps = {
  generate: {
    function: 'utils.generate.generate',
    name: 'Generate',
    summary: 'Ask the model',
    keywords: ['ai', 'llm', 'model', 'prompt', 'gpt', 'claude', 'completion', 'chat'],
    palette: { group: 'Think', family: 'agent' },
    initialConfig: { user: 'Say hello.' },
    config: record('input of generate', {
      model: optional(text, 'the model as provider/model, a known name or an alias'),
      system: optional(text, 'the system prompt'),
      user: optional(text, 'the message to the model'),
      include_history: optional(boolean, 'whether the model is sent the conversation so far'),
      schema: optional(schemaOrAny, 'the JSON schema of the answer'),
    }),
    kind: { mode: 'execute', ports: output, retry: modelRetry, effect: 'idempotent' },
  },
  step: {
    function: '',
    name: 'Step',
    summary: 'A step without a function',
    keywords: ['empty', 'noop', 'nothing', 'pass', 'junction', 'begin'],
    palette: { group: 'Flow', family: 'logic' },
    config: record('input of a step without a function', {}),
    kind: { mode: 'transform', ports: output, effect: 'pure' },
  },
  api: {
    function: 'utils.api.api',
    name: 'API call',
    summary: 'Send an HTTP request',
    keywords: ['http', 'rest', 'request', 'fetch', 'webhook', 'url', 'curl'],
    palette: { group: 'Act', family: 'tool' },
    initialConfig: { method: 'GET', url: 'https://example.com' },
    config: record('input of api', {
      method: optional(
        choice('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
        'the HTTP method; default GET',
        { unset: 'GET' },
      ),
      url: required(text, 'the address that is called', { title: 'URL' }),
      headers: optional(openObject, 'HTTP headers by name', { affects: 'request' }),
      json_data: optional(any, 'the body, sent as JSON', { title: 'Data' }),
    }),
    kind: { mode: 'execute', ports: output, effect: 'idempotent' },
  },
  reply: {
    function: 'utils.reply.reply',
    name: 'Reply',
    summary: 'Tell the user something',
    keywords: ['message', 'answer', 'say', 'respond', 'output'],
    palette: { group: 'Act', family: 'data' },
    initialConfig: { message: 'Hello.' },
    config: record('input of reply', { message: optional(text, 'what the user is told') }),
    kind: { mode: 'execute', ports: output, effect: 'pure' },
  },
  request: {
    function: 'utils.request.request',
    name: 'Request',
    summary: 'Ask the user',
    keywords: ['human', 'question', 'input', 'form', 'human in the loop'],
    palette: { group: 'People', family: 'human' },
    initialConfig: { prompt: 'What should be done?' },
    config: record('input of request', { prompt }),
    kind: requestKind('request'),
  },
  confirm: {
    function: 'utils.request.confirm',
    name: 'Confirm',
    summary: 'Ask the user yes or no',
    keywords: ['human', 'approval', 'review', 'yes no', 'boolean', 'accept', 'reject'],
    palette: { group: 'People', family: 'human' },
    initialConfig: { prompt: 'Continue?' },
    config: record('input of confirm', { prompt }),
    kind: requestKind('confirm'),
  },
  select: {
    function: 'utils.request.select',
    name: 'Select',
    summary: 'Let the user choose',
    keywords: ['human', 'choose', 'choice', 'options', 'menu', 'pick'],
    palette: { group: 'People', family: 'human' },
    initialConfig: { prompt: 'Which one?', options: ['first', 'second'] },
    config: record('input of select', {
      prompt,
      options: optional(list(text), 'what the user can choose from'),
    }),
    kind: requestKind('select'),
  },
} satisfies Readonly<Record<string, StepEntry>>;

export type SessionStep = keyof typeof sessionSteps;

const entries: readonly (readonly [string, StepEntry])[] = Object.entries(sessionSteps);

/** By the name of the function that a step calls. A step without one does nothing. */
export const stepTypes: ReadonlyMap<string, string> = new Map(
  entries.map(([type, step]) => [step.function, `session-graph.${type}`]),
);

export const sessionKinds: readonly NodeKind[] = entries.map(([type, { kind }]) => ({
  type: `session-graph.${type}`,
  ...kind,
}));

type Request = 'request' | 'confirm' | 'select';

function requestKind(kind: Request): Omit<NodeKind, 'type'> {
  return {
    mode: 'wait',
    ports: output,
    question: (config) => questionOf(kind, config),
    effect: 'pure',
  };
}

/** The resolved input is the question; the schema names the choices, where there are some. */
function questionOf(
  kind: Request,
  config: JsonObject,
): ReturnType<NonNullable<NodeKind['question']>> {
  const input = ownValue(config, 'input') ?? {};
  const prompt = isObject(input) ? ownValue(input, 'prompt') : undefined;
  const options = isObject(input) ? ownValue(input, 'options') : undefined;
  const asked = prompt === undefined || prompt === null ? {} : { prompt: textOf(prompt) };
  const base = { kind, ...asked, data: input };
  if (kind === 'confirm') return { ...base, schema: { type: 'boolean' } };
  if (kind === 'select' && Array.isArray(options) && options.length > 0) {
    return { ...base, schema: { enum: options } };
  }
  return base;
}
