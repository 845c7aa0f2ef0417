// The node types that native lacks: what a step of this dialect does by itself. What they do is in the room of the agents.
import { isObject, ownValue, textOf, type JsonObject, type NodeKind } from '@skein/kernel';

const output = ['output'] as const;

/** By the name of the function that a step calls. A step without one does nothing. */
export const stepTypes: ReadonlyMap<string, string> = new Map([
  ['', 'session-graph.step'],
  ['utils.request.request', 'session-graph.request'],
  ['utils.request.confirm', 'session-graph.confirm'],
  ['utils.request.select', 'session-graph.select'],
  ['utils.reply.reply', 'session-graph.reply'],
  ['utils.generate.generate', 'session-graph.generate'],
  ['utils.api.api', 'session-graph.api'],
]);

export const sessionKinds: readonly NodeKind[] = [
  { type: 'session-graph.step', mode: 'transform', ports: output, effect: 'pure' },
  requestKind('request'),
  requestKind('confirm'),
  requestKind('select'),
  { type: 'session-graph.reply', mode: 'execute', ports: output, effect: 'pure' },
  {
    type: 'session-graph.generate',
    mode: 'execute',
    ports: output,
    retry: { attempts: 3, backoffMs: 500, factor: 2, maxMs: 30_000 },
    effect: 'idempotent',
  },
  { type: 'session-graph.api', mode: 'execute', ports: output, effect: 'idempotent' },
];

function requestKind(kind: 'request' | 'confirm' | 'select'): NodeKind {
  return {
    type: `session-graph.${kind}`,
    mode: 'wait',
    ports: output,
    question: (config) => questionOf(kind, config),
    effect: 'pure',
  };
}

/** The resolved input is the question; the schema is for forms only, since any answer is taken. */
function questionOf(
  kind: 'request' | 'confirm' | 'select',
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
