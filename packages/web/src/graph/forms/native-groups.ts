import { ownValue, type JsonObject } from '@skein/kernel';
import { effectWords, effects } from '../../text/effect-words.ts';
import { objectAt, textAt } from '../own-keys.ts';
import type { NodeGroup } from './node-group.ts';

const joins: readonly (readonly [string, string])[] = [
  ['all', 'when everything that can still come is there'],
  ['any', 'with the first that comes'],
  ['n-of', 'when so many have come'],
  ['each', 'for each that comes'],
  ['once', 'for each that comes, unless it runs already'],
];

const starts: NodeGroup = {
  title: 'When it starts',
  keys: ['join', 'n'],
  schema: {
    type: 'object',
    properties: {
      join: {
        type: 'string',
        title: 'Runs',
        description: 'Where several lines lead to it.',
        oneOf: joins.map(([value, words]) => ({ const: value, title: words })),
      },
      n: { type: 'integer', title: 'How many', minimum: 1 },
    },
  },
  summary: (node) => {
    const join = textAt(node, 'join') || 'all';
    const words = joins.find(([value]) => value === join)?.[1] ?? join;
    return join === 'n-of' ? `when ${numberAt(node, 'n') ?? 'some'} have come` : words;
  },
};

const fails: NodeGroup = {
  title: 'When it fails',
  keys: ['retry', 'timeoutMs', 'effect'],
  schema: {
    type: 'object',
    properties: {
      retry: {
        type: 'object',
        title: 'Try again',
        properties: {
          attempts: { type: 'integer', title: 'Attempts at most', minimum: 1 },
          backoffMs: { type: 'number', title: 'First pause (ms)', minimum: 0 },
          factor: { type: 'number', title: 'Pauses grow by', minimum: 0 },
          maxMs: { type: 'number', title: 'Longest pause (ms)', minimum: 0 },
        },
      },
      timeoutMs: { type: 'integer', title: 'Time for one attempt (ms)', minimum: 1 },
      effect: {
        type: 'string',
        title: 'After a crash in the middle of it',
        oneOf: effects.map((value) => ({
          const: value,
          title: `${effectWords(value)} (${value})`,
        })),
      },
    },
  },
  summary: (node) => {
    const attempts = numberAt(objectAt(node, 'retry'), 'attempts') ?? 1;
    return attempts === 1 ? 'as its type says' : `up to ${attempts} attempts`;
  },
};

/** Of every native node. */
export const nativeGroups: readonly NodeGroup[] = [starts, fails];

function numberAt(object: JsonObject, key: string): number | undefined {
  const value = ownValue(object, key);
  return typeof value === 'number' ? value : undefined;
}
