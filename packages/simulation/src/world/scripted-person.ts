import { isObject, ownValue, type Json } from '@skein/kernel';
import type { WaitRecord } from '@skein/ports';
import type { Random } from './seeded-random.ts';

/** Answers a wait; undefined leaves it open. */
export type Person = (wait: WaitRecord, random: Random) => Json | undefined;

/** Someone who answers everything with arbitrary values within the schema. */
export const anybody: Person = ({ question }, random) => {
  switch (question.kind) {
    case 'approval':
      return {
        decision: random.chance(0.6) ? 'approve' : 'reject',
        ...sampleForm(question.schema, random),
      };
    case 'limit':
      return {};
    default:
      return sample(question.schema, random);
  }
};

function sampleForm(schema: Json | undefined, random: Random): { readonly [key: string]: Json } {
  const form = schema === undefined ? {} : sample(schema, random);
  return isObject(form) ? form : {};
}

/** A value that matches the simple parts of a JSON schema: types, properties, items, choices. */
function sample(schema: Json | undefined, random: Random): Json {
  if (!isObject(schema)) return random.pick(['yes', 'no', 7, null, { note: 'x' }]) ?? null;
  const choices = ownValue(schema, 'enum');
  if (Array.isArray(choices)) return (random.pick(choices) as Json | undefined) ?? null;
  const type = ownValue(schema, 'type');
  if (type === 'string') return `text ${random.below(100)}`;
  if (type === 'integer' || type === 'number') return random.below(100);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'array') return [sample(ownValue(schema, 'items'), random)];
  return type === 'object' ? sampleObject(ownValue(schema, 'properties'), random) : null;
}

function sampleObject(properties: Json | undefined, random: Random): Json {
  if (!isObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, sample(schema, random)]),
  );
}
