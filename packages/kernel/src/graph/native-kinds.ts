// The native node types, as 15-native of the specification lists them.
import { isObject, ownValue, type Json, type JsonObject } from '../json.ts';
import type { RetryPolicy } from '../definition.ts';
import type { ConfigCondition, NodeKind } from './node-kind.ts';

/** Rate limits and broken connections of a model provider pass by themselves. */
const modelRetry: RetryPolicy = { attempts: 3, backoffMs: 500, factor: 2, maxMs: 30_000 };

const output = ['output'] as const;
const outputOrExpired = ['output', 'expired'] as const;

const kinds: readonly NodeKind[] = [
  { type: 'start', mode: 'start', ports: output, rawKeys: ['schema'], effect: 'pure' },
  { type: 'function', mode: 'execute', ports: 'any', effect: 'idempotent' },
  { type: 'transform', mode: 'transform', ports: output, effect: 'pure' },
  {
    type: 'llm',
    mode: 'execute',
    ports: output,
    rawKeys: ['schema'],
    textKeys: ['system', 'prompt'],
    retry: modelRetry,
    effect: 'idempotent',
  },
  {
    type: 'agent',
    mode: 'execute',
    ports: output,
    isAgent: true,
    rawKeys: ['schema'],
    textKeys: ['system', 'prompt'],
    retry: modelRetry,
    effect: 'idempotent',
  },
  { type: 'tool', mode: 'execute', ports: output, effect: 'guarded' },
  {
    type: 'if',
    mode: 'if',
    ports: ['true', 'false'],
    firing: 'one',
    rawKeys: ['condition'],
    conditions: ifConditions,
    effect: 'pure',
  },
  {
    type: 'switch',
    mode: 'switch',
    ports: switchPorts,
    firing: (config) => (ownValue(config, 'first') === false ? 'some' : 'one'),
    rawKeys: ['cases'],
    conditions: switchConditions,
    effect: 'pure',
  },
  { type: 'map', mode: 'map', ports: output, rawKeys: ['workflow'], effect: 'idempotent' },
  {
    type: 'subworkflow',
    mode: 'subworkflow',
    ports: output,
    rawKeys: ['workflow'],
    effect: 'idempotent',
  },
  { type: 'delay', mode: 'delay', ports: output, effect: 'pure' },
  {
    type: 'approval',
    mode: 'wait',
    ports: ['approved', 'rejected', 'expired'],
    firing: 'one',
    rawKeys: ['schema'],
    textKeys: ['prompt'],
    effect: 'pure',
  },
  {
    type: 'input',
    mode: 'wait',
    ports: outputOrExpired,
    firing: 'one',
    rawKeys: ['schema'],
    textKeys: ['prompt'],
    effect: 'pure',
  },
  {
    type: 'event',
    mode: 'wait',
    ports: outputOrExpired,
    firing: 'one',
    rawKeys: ['when'],
    textKeys: ['name'],
    conditions: eventConditions,
    effect: 'pure',
  },
  { type: 'emit', mode: 'emit', ports: output, textKeys: ['name'], effect: 'idempotent' },
  { type: 'join', mode: 'join', ports: output, effect: 'pure' },
  { type: 'stop', mode: 'stop', ports: [], textKeys: ['reason'], effect: 'pure' },
  { type: 'end', mode: 'end', ports: [], effect: 'pure' },
];

export const nativeKinds: ReadonlyMap<string, NodeKind> = new Map(
  kinds.map((kind) => [kind.type, kind]),
);

function ifConditions(config: JsonObject): readonly ConfigCondition[] {
  return [{ name: 'true', when: ownValue(config, 'condition') ?? null, path: ['condition'] }];
}

function switchConditions(config: JsonObject): readonly ConfigCondition[] {
  return casesOf(config).map(({ name, when }, index) => ({
    name,
    when,
    path: ['cases', index, 'when'],
  }));
}

function switchPorts(config: JsonObject): readonly string[] {
  return [...casesOf(config).map(({ name }) => name), 'default'];
}

function eventConditions(config: JsonObject): readonly ConfigCondition[] {
  const when = ownValue(config, 'when') ?? null;
  return when === null ? [] : [{ name: 'when', when, path: ['when'] }];
}

/** Whatever is written there: shapes are complained about where configs are checked, and must not throw here. */
function casesOf(config: JsonObject): readonly { readonly name: string; readonly when: Json }[] {
  const cases: Json = ownValue(config, 'cases') ?? [];
  const list: readonly Json[] = Array.isArray(cases) ? cases : [];
  return list.map((item, index) => {
    if (!isObject(item)) return { name: String(index), when: null };
    const name = ownValue(item, 'name');
    return {
      name: typeof name === 'string' ? name : String(index),
      when: ownValue(item, 'when') ?? null,
    };
  });
}
