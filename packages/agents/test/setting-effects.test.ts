// Goal: a setting that is accepted is used. Method: change every setting of every type that asks somebody, and look at the
// request, at what a replay compares and at what a cassette finds. New settings are tried by themselves: values are made from
// their shapes.
import { cassetteDeck, makeCassette, nativeNodeTypes } from '@skein/agents';
import { nativeNodes, type RecordShape } from '@skein/dialects';
import { equalJson, type Json, type JsonObject } from '@skein/kernel';
import type { RecordedRun, Tool } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { fakeModel, fakeNodeIo, nodeCall } from './fake-node-io.ts';

type Asking = 'llm' | 'agent' | 'tool';
type Shape =
  RecordShape['fields'] extends ReadonlyMap<string, { readonly shape: infer Of }> ? Of : never;

const parameters = { type: 'object' };
const tools: readonly Tool[] = ['double', 'halve'].map((name) => ({
  name,
  description: '',
  parameters,
  run: () => 1,
}));

const before: Readonly<Record<Asking, JsonObject>> = {
  llm: { prompt: 'Why?' },
  agent: { prompt: 'Why?' },
  tool: { tool: 'double', args: { n: 1 } },
};

/** Where any value of the shape would not do. */
const values: { readonly [setting: string]: Json } = {
  schema: { type: 'object' },
  images: 'https://example.com/a.png',
  context: 'chat',
  tools: ['double'],
  tool: 'halve',
  calls: [{ name: 'halve' }],
  approve: false,
};

const types = nativeNodeTypes({ functions: new Map() });
const asking = Object.keys(before) as readonly Asking[];

it('[A215] every type that asks somebody is looked at', () => {
  const found = [...types].filter(([, type]) => type.asksInSteps === true).map(([name]) => name);
  expect(found.toSorted()).toEqual(asking.toSorted());
});

describe.each(asking)('settings of %s', (type) => {
  const settings = [...nativeNodes[type].config.fields];

  it.each(settings)('[A215] %s is used, or says that it changes nothing', async (key, field) => {
    const value = values[key] ?? valueOf(field.shape);
    const changed = { ...before[type], [key]: value };
    const [one, other] = [await ask(type, before[type]), await ask(type, changed)];
    const isUsed = field.affects !== 'nothing';
    expect(equalJson(one.request, other.request)).toBe(!isUsed);
    expect(equalJson(one.replayKey, other.replayKey)).toBe(!isUsed);
    const deck = cassetteDeck(makeCassette(one.recorded));
    expect(deck.play('a', one.replayKey).ok).toBe(true);
    expect(deck.play('b', other.replayKey).ok).toBe(!isUsed);
  });
});

function valueOf(shape: Shape): Json {
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

/** Runs a node once: what went out, and what was recorded about it. */
async function ask(nodeType: Asking, config: JsonObject) {
  const model = fakeModel(ownSchema(config) ? '{}' : 'Because.');
  const called: Json[] = [];
  const asked: (string | undefined)[] = [];
  const offered = tools.map((tool): Tool => ({
    ...tool,
    run: (args) => void called.push({ name: tool.name, args: args as Json }),
  }));
  const keys: JsonObject[] = [];
  const io = fakeNodeIo({
    contexts: { chat: [{ role: 'user', content: 'Before.' }] },
    tools: offered,
    model: (name) => {
      asked.push(name);
      return model;
    },
  });
  const step: typeof io.step = (name, effect, options) => {
    if (options?.request !== undefined) keys.push(options.request() as JsonObject);
    return io.step(name, effect, options);
  };
  const call = nodeCall({ nodeType, config });
  await types.get(nodeType)!.run!(call, { ...io, step });
  const [replayKey = {}] = keys;
  const request = JSON.parse(JSON.stringify({ sent: model.requests, asked, called })) as Json;
  return { request, replayKey, recorded: recordedRun(replayKey, [...io.recorded.values()]) };
}

function ownSchema(config: JsonObject): boolean {
  return config['schema'] !== undefined;
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
