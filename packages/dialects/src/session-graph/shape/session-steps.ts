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
import type { PaletteEntry } from '../../dialect/palette-entry.ts';

const output = ['output'] as const;

interface StepEntry extends PaletteEntry {
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
    palette: { group: 'Think', family: 'agent' },
    initialConfig: { user: 'Say hello.' },
    kind: { mode: 'execute', ports: output, retry: modelRetry, effect: 'idempotent' },
  },
  step: {
    function: '',
    name: 'Step',
    summary: 'A step without a function',
    palette: { group: 'Flow', family: 'logic' },
    kind: { mode: 'transform', ports: output, effect: 'pure' },
  },
  api: {
    function: 'utils.api.api',
    name: 'API call',
    summary: 'Call an address',
    palette: { group: 'Act', family: 'tool' },
    initialConfig: { method: 'GET', url: 'https://example.com' },
    kind: { mode: 'execute', ports: output, effect: 'idempotent' },
  },
  reply: {
    function: 'utils.reply.reply',
    name: 'Reply',
    summary: 'Tell the user something',
    palette: { group: 'Act', family: 'data' },
    initialConfig: { message: 'Hello.' },
    kind: { mode: 'execute', ports: output, effect: 'pure' },
  },
  request: {
    function: 'utils.request.request',
    name: 'Request',
    summary: 'Ask the user',
    palette: { group: 'People', family: 'human' },
    initialConfig: { prompt: 'What shall be done?' },
    kind: requestKind('request'),
  },
  confirm: {
    function: 'utils.request.confirm',
    name: 'Confirm',
    summary: 'Ask the user yes or no',
    palette: { group: 'People', family: 'human' },
    initialConfig: { prompt: 'Shall it go on?' },
    kind: requestKind('confirm'),
  },
  select: {
    function: 'utils.request.select',
    name: 'Select',
    summary: 'Let the user choose',
    palette: { group: 'People', family: 'human' },
    initialConfig: { prompt: 'Which one?', options: ['first', 'second'] },
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

/** The resolved input is the question; the schema is for forms only, since any answer is taken. */
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
