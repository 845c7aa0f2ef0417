// The groups of settings that every native node has, from the one list of them.
import { nodeSettings, toJsonSchema, type Field, type NodeSettingOf } from '@skein/dialects';
import { ownValue, type JoinKind, type JsonObject, type RetryPolicy } from '@skein/kernel';
import { effectWords, effects } from '../../text/effect-words.ts';
import { objectAt, textAt } from '../own-keys.ts';
import { toFormSchema } from './config-schema.ts';
import type { NodeGroup } from './node-group.ts';

/** In the order in which they are offered. */
const joinWords: Readonly<Record<JoinKind, string>> = {
  all: 'when all inputs have arrived',
  any: 'on the first input',
  'n-of': 'when enough inputs have arrived',
  each: 'for each input',
  once: 'for each input, unless it is already running',
};

const retryTitles: Readonly<Record<keyof RetryPolicy, string>> = {
  attempts: 'Maximum attempts',
  backoffMs: 'First pause',
  factor: 'Each pause is longer by',
  maxMs: 'Longest pause',
  jitter: 'Random part of a pause',
  rules: 'Rules for some failures',
};

/** The titles and choices of settings in forms. */
const startLooks: Readonly<Record<NodeSettingOf<'starts'>, JsonObject>> = {
  join: {
    title: 'If several edges lead to it',
    description: 'Default: when all inputs have arrived.',
    ...choices(Object.entries(joinWords)),
  },
  n: { title: 'Number of inputs' },
};

const itemLooks: Readonly<Record<NodeSettingOf<'items'>, JsonObject>> = {
  each: {
    title: 'For each item of',
    description:
      'A list such as "${previous}": the node works on every item, read as ${item} and ${index}. With concurrency and failures: { "items", "concurrency", "onError" }.',
  },
  remember: {
    title: 'Remember its items as',
    description: 'Later nodes read what an item was here: ${item@NAME.field}.',
  },
  whenEmpty: {
    title: 'When a list is empty',
    description:
      '"fire" sends it on, "skip" fires nothing (default with each, and for a partition); a list takes its place.',
  },
};

const failLooks: Readonly<Record<NodeSettingOf<'fails'>, JsonObject>> = {
  retry: { title: 'Retry', properties: titled('retry', retryTitles) },
  timeoutMs: { title: 'Timeout of an attempt' },
  effect: {
    title: 'If it was cut off by a crash',
    description: 'Whether it may be done again; default: safe to repeat.',
    ...choices(effects.map((value) => [value, `${effectWords(value)} (${value})`])),
  },
};

const limitTitles = { key: 'Counted by', limit: 'At most', per: 'Per' };

const quietTitles = {
  key: 'Those with the same',
  quietMs: 'Quiet for',
  maxMs: 'At the latest after',
};

const sharedLooks: Readonly<Record<NodeSettingOf<'shared'>, JsonObject>> = {
  mutex: { title: 'Never at the same time as', description: 'Others with the same text.' },
  concurrency: { title: 'Concurrency', properties: titled('concurrency', limitTitles) },
  rate: { title: 'Rate', properties: titled('rate', limitTitles) },
  debounce: { title: 'Debounce', properties: titled('debounce', quietTitles) },
  priority: { title: 'Priority', description: 'Lower goes first.' },
};

const starts: NodeGroup = {
  title: 'When it starts',
  keys: Object.keys(startLooks),
  schema: groupSchema(startLooks),
  settings: groupSettings(startLooks),
  summary: (node) => {
    const join = textAt(node, 'join') || 'all';
    const words = Object.entries(joinWords).find(([value]) => value === join)?.[1] ?? join;
    return join === 'n-of' ? `when ${numberAt(node, 'n') ?? 'some'} inputs have arrived` : words;
  },
};

const items: NodeGroup = {
  title: 'For every item',
  keys: Object.keys(itemLooks),
  schema: groupSchema(itemLooks),
  settings: groupSettings(itemLooks),
  summary: (node) => {
    const each = ownValue(node, 'each') ?? null;
    if (each === null) return 'runs once';
    return typeof each === 'string' ? `once per item of ${each}` : 'once per item';
  },
};

const fails: NodeGroup = {
  title: 'On error',
  keys: Object.keys(failLooks),
  schema: groupSchema(failLooks),
  settings: groupSettings(failLooks),
  summary: (node) => {
    const attempts = numberAt(objectAt(node, 'retry'), 'attempts') ?? 1;
    return attempts === 1 ? 'stop' : `up to ${attempts} attempts, then stop`;
  },
};

const shared: NodeGroup = {
  title: 'Limits across runs',
  keys: Object.keys(sharedLooks),
  schema: groupSchema(sharedLooks),
  settings: groupSettings(sharedLooks),
  summary: (node) => {
    const set = Object.keys(sharedLooks).filter((key) => (ownValue(node, key) ?? null) !== null);
    return set.length === 0 ? 'none' : set.join(', ');
  },
};

/** Of every native node. */
export const nativeGroups: readonly NodeGroup[] = [starts, fails, items, shared];

type ShownSetting = NodeSettingOf<'starts' | 'items' | 'fails' | 'shared'>;

function groupSchema(looks: Partial<Readonly<Record<ShownSetting, JsonObject>>>): JsonObject {
  const properties = Object.entries(looks).map(([key, look]) => {
    // True because a literal without a spread has exactly the keys of its type.
    const { enum: _, ...schema } = settingSchema(key as ShownSetting);
    return [key, { ...schema, ...look }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function groupSettings(
  looks: Partial<Readonly<Record<ShownSetting, JsonObject>>>,
): ReadonlyMap<string, Field> {
  // True because a literal without a spread has exactly the keys of its type.
  const keys = Object.keys(looks) as readonly ShownSetting[];
  return new Map(keys.map((key) => [key, nodeSettings[key].field]));
}

/** Missing keys are reported by the diagnostics: an untouched object must not look invalid. */
function settingSchema(key: ShownSetting): JsonObject {
  const schema = toFormSchema(toJsonSchema(nodeSettings[key].field.shape));
  const { required: _, additionalProperties: __, ...rest } = schema;
  return rest;
}

function titled(setting: ShownSetting, titles: Readonly<Record<string, string>>): JsonObject {
  const properties = objectAt(settingSchema(setting), 'properties');
  const shown = Object.entries(titles).filter(([key]) => Object.hasOwn(properties, key));
  return Object.fromEntries(
    shown.map(([key, title]) => {
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
