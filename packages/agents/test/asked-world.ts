// Runs a node once and keeps what it asked: the request that went out, what a replay compares, what a cassette finds.
import { cassetteDeck, makeCassette } from '@skein/agents';
import type { RecordShape } from '@skein/dialects';
import { equalJson, isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { NodeBehaviour, NodeCall, RecordedRun, Tool } from '@skein/ports';
import { expect } from 'vitest';
import { fakeModel, fakeNodeIo, nodeCall } from './fake-node-io.ts';

export type Field = RecordShape['fields'] extends ReadonlyMap<string, infer Of> ? Of : never;

const parameters = { type: 'object' };
export const tools: readonly Tool[] = ['double', 'halve'].map((name) => ({
  name,
  description: '',
  parameters,
  run: () => 1,
}));

export interface Asked {
  readonly request: Json;
  readonly replayKey: JsonObject;
  readonly recorded: RecordedRun;
}

interface Situation {
  readonly call: Partial<NodeCall>;
  readonly settings?: JsonObject;
  readonly reply?: string;
  /** What the node has sent beside models and tools. */
  readonly sent?: readonly Json[];
}

export async function ask(behaviour: NodeBehaviour, situation: Situation): Promise<Asked> {
  const { call, settings, reply = 'Because.', sent = [] } = situation;
  const model = fakeModel(reply);
  const called: Json[] = [];
  const asked: (string | undefined)[] = [];
  const offered = tools.map((tool): Tool => ({
    ...tool,
    // Arguments of calls are JSON.
    run: (args) => void called.push({ name: tool.name, args: args as Json }),
  }));
  const keys: JsonObject[] = [];
  const before = [{ role: 'user', content: 'Before.' }];
  const io = fakeNodeIo({
    contexts: { chat: before, main: before },
    tools: offered,
    settings: settings ?? {},
    model: (name) => {
      asked.push(name);
      return model;
    },
  });
  const step: typeof io.step = (name, effect, options) => {
    // What is asked is an object in every step.
    if (options?.request !== undefined) keys.push(options.request() as JsonObject);
    return io.step(name, effect, options);
  };
  await behaviour.run!(nodeCall(call), { ...io, step });
  const [replayKey = {}] = keys;
  // The name of a node is for people and scripts.
  const requests = model.requests.map((each) => ({
    ...each,
    caller: { ...each.caller, nodeName: '' },
  }));
  // As it would be in a file.
  const request = JSON.parse(JSON.stringify({ requests, asked, called, sent })) as Json;
  return { request, replayKey, recorded: recordedRun(replayKey, [...io.recorded.values()]) };
}

/** The request and both keys differ, or what the field says about them holds. */
export function expectEffect({ affects }: Field, one: Asked, other: Asked): void {
  const isKey = affects === undefined;
  expect(equalJson(one.request, other.request)).toBe(affects === 'nothing');
  expect(equalJson(one.replayKey, other.replayKey)).toBe(!isKey);
  const deck = cassetteDeck(makeCassette(one.recorded));
  expect(deck.play('a', cassetteKey(one)).ok).toBe(true);
  expect(deck.play('b', cassetteKey(other)).ok).toBe(!isKey);
}

/** Who sends a request is not known where it is played. */
function cassetteKey({ replayKey }: Asked): JsonObject {
  const { node: _, ...rest } = replayKey;
  return replayKey['type'] === 'http' ? rest : replayKey;
}

/** Any value that fits. */
export function valueOf(shape: Field['shape']): Json {
  switch (shape.kind) {
    case 'text':
      return 'other';
    case 'number':
      return (shape.min ?? 0) + 1;
    case 'boolean':
      return true;
    case 'choice':
      return shape.values.at(-1)!;
    case 'either':
      return valueOf(shape.of[0]!);
    case 'list':
      return [valueOf(shape.of)];
    case 'any':
    case 'object':
    case 'record':
    case 'dictionary':
      return { other: 1 };
  }
}

/** The answer that a model must give to what it is asked. */
export function replyTo(config: JsonObject): string {
  const input = ownValue(config, 'input');
  const hasSchema = Object.hasOwn(config, 'schema') || (isObject(input) && 'schema' in input);
  return hasSchema ? '{}' : 'Because.';
}

function recordedRun(request: Json, results: readonly (Json | undefined)[]): RecordedRun {
  const value = results.at(-1);
  const about = { path: '', node: 'node', activation: 1, key: 'k', at: 0, ms: 0 };
  return {
    calls: [{ ...about, request, outcome: { value } }],
    tools: tools.map((tool) => ({ tool, isListed: true })),
    answers: [],
    unknown: [],
    isOwnId: () => false,
  };
}
