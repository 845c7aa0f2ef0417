// The native node types
// The closed list of them, and how the kernel treats each. Every other table about native types is a `Record<NativeType, …>`,
// so that the compiler names the places where a new type is still missing.
import { isObject, ownValue, type Json, type JsonObject } from '../json.ts';
import type { RetryPolicy } from '../definition.ts';
import type { ConfigCondition, NodeKind } from './node-kind.ts';

const passingTrouble: RetryPolicy = { attempts: 3, backoffMs: 500, factor: 2, maxMs: 30_000 };

/** Rate limits and broken connections of a model provider are temporary. */
export const modelRetry = passingTrouble;

/** A server that is busy or restarting says so, and is well again soon. */
const requestRetry: RetryPolicy = { attempts: 4, backoffMs: 1000, factor: 3, maxMs: 60_000 };

const output = ['output'] as const;
const outputOrExpired = ['output', 'expired'] as const;

const kinds = {
  start: { mode: 'start', ports: output, rawKeys: ['schema'], effect: 'pure' },
  function: { mode: 'execute', ports: 'any', effect: 'idempotent' },
  code: {
    mode: 'execute',
    ports: codePorts,
    firing: (config) => (codePorts(config) === output ? 'all' : 'some'),
    rawKeys: ['code', 'language', 'tools', 'ports', 'schema', 'limits'],
    implied: readByCode,
    effect: 'idempotent',
  },
  transform: { mode: 'transform', ports: output, effect: 'pure' },
  data: {
    mode: 'transform',
    ports: output,
    rawKeys: ['steps'],
    rows: { from: 'from', steps: 'steps' },
    effect: 'pure',
  },
  llm: {
    mode: 'execute',
    ports: output,
    rawKeys: ['schema'],
    textKeys: ['system', 'prompt'],
    retry: modelRetry,
    effect: 'idempotent',
  },
  agent: {
    mode: 'execute',
    ports: output,
    isAgent: true,
    rawKeys: ['schema'],
    textKeys: ['system', 'prompt'],
    retry: modelRetry,
    effect: 'idempotent',
  },
  tool: { mode: 'execute', ports: output, effect: 'guarded' },
  http: {
    mode: 'execute',
    ports: output,
    // Data must not choose which secret is sent.
    rawKeys: ['auth'],
    retry: requestRetry,
    effect: 'guarded',
  },
  // A database that is away comes back.
  store: { mode: 'execute', ports: output, retry: passingTrouble, effect: 'idempotent' },
  set: { mode: 'set', ports: output, effect: 'pure' },
  if: {
    mode: 'if',
    ports: ['true', 'false'],
    firing: 'one',
    rawKeys: ['condition'],
    conditions: ifConditions,
    effect: 'pure',
  },
  switch: {
    mode: 'switch',
    ports: switchPorts,
    firing: (config) => (ownValue(config, 'first') === false ? 'some' : 'one'),
    rawKeys: ['cases'],
    conditions: switchConditions,
    effect: 'pure',
  },
  partition: {
    mode: 'partition',
    ports: partitionPorts,
    firing: 'any',
    rawKeys: ['cases', 'rest', 'all'],
    conditions: switchConditions,
    items: 'items',
    whenEmpty: 'skip',
    effect: 'pure',
  },
  map: { mode: 'map', ports: output, rawKeys: ['workflow'], effect: 'idempotent' },
  subworkflow: {
    mode: 'subworkflow',
    ports: output,
    rawKeys: ['workflow'],
    effect: 'idempotent',
  },
  delay: { mode: 'delay', ports: output, effect: 'pure' },
  approval: {
    mode: 'wait',
    ports: ['approved', 'rejected', 'expired'],
    firing: 'one',
    rawKeys: ['schema'],
    textKeys: ['prompt'],
    effect: 'pure',
  },
  input: {
    mode: 'wait',
    ports: outputOrExpired,
    firing: 'one',
    rawKeys: ['schema'],
    textKeys: ['prompt'],
    effect: 'pure',
  },
  event: {
    mode: 'wait',
    ports: outputOrExpired,
    firing: 'one',
    rawKeys: ['when'],
    textKeys: ['name'],
    conditions: eventConditions,
    effect: 'pure',
  },
  emit: { mode: 'emit', ports: output, textKeys: ['name'], effect: 'idempotent' },
  join: { mode: 'join', ports: output, effect: 'pure' },
  respond: { mode: 'respond', ports: output, effect: 'pure' },
  fail: { mode: 'fail', ports: [], textKeys: ['message', 'code'], effect: 'pure' },
  stop: { mode: 'stop', ports: [], textKeys: ['reason'], effect: 'pure' },
  end: { mode: 'end', ports: [], effect: 'pure' },
} satisfies Readonly<Record<string, Omit<NodeKind, 'type'>>>;

export type NativeType = keyof typeof kinds;

/** Those that need a function of the host: to run, or to accept an answer. */
export type HostedNativeType = {
  readonly [Type in NativeType]: (typeof kinds)[Type]['mode'] extends 'execute' | 'wait'
    ? Type
    : never;
}[NativeType];

// True because a literal without a spread has exactly the keys of its type.
export const nativeTypes = Object.keys(kinds) as readonly NativeType[];

export const nativeKinds: ReadonlyMap<string, NodeKind> = new Map(
  Object.entries(kinds).map(([type, kind]) => [type, { type, ...kind }]),
);

/** Of agents in code. As the native one: tried again while a provider is away, and interrupted calls of tools are their own affair. */
export function agentKind(type: string, textKeys: readonly string[]): NodeKind {
  const { mode, ports, retry, effect } = kinds.agent;
  return { type, mode, ports, retry, effect, textKeys };
}

export function isNativeType(type: string): type is NativeType {
  return Object.hasOwn(kinds, type);
}

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

function partitionPorts(config: JsonObject): readonly string[] {
  const names = casesOf(config).map(({ name }) => name);
  const rest = restPort(config);
  return rest === null || names.includes(rest) ? names : [...names, rest];
}

/** Where a partition sends what no case takes; null: nowhere. */
export function restPort(config: JsonObject): string | null {
  const rest = ownValue(config, 'rest');
  if (rest === null) return null;
  return typeof rest === 'string' ? rest : 'rest';
}

/** Accepts anything, as `casesOf` does. */
function codePorts(config: JsonObject): readonly string[] {
  const ports: Json = ownValue(config, 'ports') ?? [];
  const names = (Array.isArray(ports) ? ports : []).filter((name) => typeof name === 'string');
  return names.length === 0 ? output : names;
}

/** What code can name besides its arguments and inputs. */
const codeReads = {
  trigger: '${trigger|null}',
  state: '${state|null}',
};

function readByCode(config: JsonObject): JsonObject {
  const code = ownValue(config, 'code');
  const text = typeof code === 'string' ? code : '';
  return Object.fromEntries(Object.entries(codeReads).filter(([name]) => text.includes(name)));
}

function eventConditions(config: JsonObject): readonly ConfigCondition[] {
  const when = ownValue(config, 'when') ?? null;
  return when === null ? [] : [{ name: 'when', when, path: ['when'] }];
}

/** Accepts anything: wrong shapes are reported where configs are checked, and must not throw here. */
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
