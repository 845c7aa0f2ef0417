// The groups of settings that every native node has, from the one list of them.
import { nodeSettings, toJsonSchema, type NodeSettingOf } from '@skein/dialects';
import { ownValue, type JoinKind, type JsonObject, type RetryPolicy } from '@skein/kernel';
import { effectWords, effects } from '../../text/effect-words.ts';
import { objectAt, textAt } from '../own-keys.ts';
import { toFormSchema } from './config-schema.ts';
import type { NodeGroup } from './node-group.ts';

/** In the order in which they are offered. */
const joinWords: Readonly<Record<JoinKind, string>> = {
  all: 'when everything that can still come is there',
  any: 'with the first that comes',
  'n-of': 'when so many have come',
  each: 'for each that comes',
  once: 'for each that comes, unless it runs already',
};

const retryTitles: Readonly<Record<keyof RetryPolicy, string>> = {
  attempts: 'Attempts at most',
  backoffMs: 'First pause (ms)',
  factor: 'Pauses grow by',
  maxMs: 'Longest pause (ms)',
};

/** What forms say about a setting beyond its shape. */
const startLooks: Readonly<Record<NodeSettingOf<'starts'>, JsonObject>> = {
  join: {
    title: 'Runs',
    description: 'Where several lines lead to it.',
    ...choices(Object.entries(joinWords)),
  },
  n: { title: 'How many' },
};

const failLooks: Readonly<Record<NodeSettingOf<'fails'>, JsonObject>> = {
  retry: { title: 'Try again', properties: retryProperties() },
  timeoutMs: { title: 'Time for one attempt (ms)' },
  effect: {
    title: 'After a crash in the middle of it',
    ...choices(effects.map((value) => [value, `${effectWords(value)} (${value})`])),
  },
};

const starts: NodeGroup = {
  title: 'When it starts',
  keys: Object.keys(startLooks),
  schema: groupSchema(startLooks),
  summary: (node) => {
    const join = textAt(node, 'join') || 'all';
    const words = Object.entries(joinWords).find(([value]) => value === join)?.[1] ?? join;
    return join === 'n-of' ? `when ${numberAt(node, 'n') ?? 'some'} have come` : words;
  },
};

const fails: NodeGroup = {
  title: 'When it fails',
  keys: Object.keys(failLooks),
  schema: groupSchema(failLooks),
  summary: (node) => {
    const attempts = numberAt(objectAt(node, 'retry'), 'attempts') ?? 1;
    return attempts === 1 ? 'as its type says' : `up to ${attempts} attempts`;
  },
};

/** Of every native node. */
export const nativeGroups: readonly NodeGroup[] = [starts, fails];

type ShownSetting = NodeSettingOf<'starts' | 'fails'>;

function groupSchema(looks: Partial<Readonly<Record<ShownSetting, JsonObject>>>): JsonObject {
  const properties = Object.entries(looks).map(([key, look]) => {
    // True because a literal without a spread has exactly the keys of its type.
    const { enum: _, ...schema } = settingSchema(key as ShownSetting);
    return [key, { ...schema, ...look }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** Whether an object has its required keys is told by the diagnostics: an untouched one must not look broken. */
function settingSchema(key: ShownSetting): JsonObject {
  const schema = toFormSchema(toJsonSchema(nodeSettings[key].field.shape));
  const { required: _, additionalProperties: __, ...rest } = schema;
  return rest;
}

function retryProperties(): JsonObject {
  const properties = objectAt(settingSchema('retry'), 'properties');
  return Object.fromEntries(
    Object.entries(retryTitles).map(([key, title]) => {
      const { description: _, ...schema } = objectAt(properties, key);
      return [key, { ...schema, title }];
    }),
  );
}

function choices(words: readonly (readonly [value: string, title: string])[]): JsonObject {
  return { type: 'string', oneOf: words.map(([value, title]) => ({ const: value, title })) };
}

function numberAt(object: JsonObject, key: string): number | undefined {
  const value = ownValue(object, key);
  return typeof value === 'number' ? value : undefined;
}
