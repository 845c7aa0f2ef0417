// The groups of settings that a native workflow has as a whole: its limits, and how its nodes are run. What few people need is left to JSON.
import { policyShape } from '@skein/dialects';
import { ownValue, type JsonObject } from '@skein/kernel';
import { objectAt, textAt, withKey } from '../own-keys.ts';
import { formSchemaOf } from './config-schema.ts';
import type { NamedNode } from './named-node.ts';
import type { NodeGroup } from './node-group.ts';

const limitKeys = ['timeoutMs', 'maxSteps', 'budget', 'onLimit'] as const;
const orderKeys = ['onError', 'whileWaiting', 'concurrency', 'toolCalls', 'schedule'] as const;

const schema = formSchemaOf(policyShape);

export function policyGroups(nodes: readonly NamedNode[]): readonly NodeGroup[] {
  return [
    policyGroup('Limits', limitKeys, withOutcomes(part(limitKeys), nodes)),
    policyGroup('Order and failures', orderKeys, part(orderKeys)),
  ];
}

function policyGroup(title: string, keys: readonly string[], shown: JsonObject): NodeGroup {
  const titleAt = (key: string) => textAt(objectAt(objectAt(shown, 'properties'), key), 'title');
  return {
    title,
    keys,
    schema: shown,
    settings: new Map([...policyShape.fields].filter(([key]) => keys.includes(key))),
    summary: (policy) => {
      const set = keys.filter((key) => (ownValue(policy, key) ?? null) !== null);
      return set.length === 0 ? 'as usual' : set.map(titleAt).join(', ');
    },
  };
}

function part(keys: readonly string[]): JsonObject {
  const properties = objectAt(schema, 'properties');
  return {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, objectAt(properties, key)])),
  };
}

/** What happens at a limit is chosen, nodes by their names. */
function withOutcomes(shown: JsonObject, nodes: readonly NamedNode[]): JsonObject {
  const properties = objectAt(shown, 'properties');
  const outcomes = [
    { const: 'fail', title: 'The run fails' },
    { const: 'pause', title: 'A person is asked to raise it' },
    ...nodes
      .filter(({ id }) => id !== 'fail' && id !== 'pause')
      .map(({ id, title }) => ({ const: id, title: `The run goes on at ${title}` })),
  ];
  const { minLength: _, description: __, ...onLimit } = objectAt(properties, 'onLimit');
  const chosen = { ...onLimit, type: 'string', oneOf: outcomes, 'x-unset': 'fail' };
  return withKey(shown, 'properties', { ...properties, onLimit: chosen });
}
