// Node-level settings of native nodes.
import { compileDefinition } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { setGroup } from '../../src/graph/edit/set-group.ts';
import { nativeForm } from '../../src/graph/forms/native-form.ts';
import { nativeGroups } from '../../src/graph/forms/native-groups.ts';

const [starts, fails] = nativeGroups as [
  (typeof nativeGroups)[number],
  (typeof nativeGroups)[number],
];
const definition: JsonObject = {
  skein: 1,
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'ask', type: 'llm', config: { prompt: 'Hello' }, mutex: 'one' },
  ],
  edges: [{ from: 'start', to: 'ask' }],
};

describe('groups of settings', () => {
  it('[W46] writes what is set, and nothing else', () => {
    const values = { retry: { attempts: 3 }, timeoutMs: 2000, effect: 'guarded' };
    const changed = setGroup(nativeForm, definition, { id: 'ask', group: fails, values });
    const [, node] = changed['nodes'] as JsonObject[];
    expect(node).toEqual({
      ...(definition['nodes'] as JsonObject[])[1],
      ...values,
    });
    expect(compileDefinition(changed).diagnostics).toEqual([]);
    expect(fails.summary(node!)).toBe('up to 3 attempts, then stop');
  });

  it('[W46] drops empty values, and keeps the definition when nothing changes', () => {
    const group = { id: 'ask', group: fails, values: { retry: {} } };
    expect(setGroup(nativeForm, definition, group)).toBe(definition);
    const set = setGroup(nativeForm, definition, { ...group, values: { timeoutMs: 5 } });
    expect(setGroup(nativeForm, set, group)).toEqual(definition);
  });

  it('[W2300] a node is debounced by key, quiet period and longest time', () => {
    const shared = nativeGroups.find(({ keys }) => keys.includes('debounce'));
    if (shared === undefined) throw new Error('No group has it.');
    expect(shared.schema).toMatchObject({
      properties: {
        debounce: {
          title: 'Debounce',
          properties: {
            key: { title: 'Those with the same' },
            quietMs: { title: 'Quiet for' },
            maxMs: { title: 'At the latest after' },
          },
        },
      },
    });
    const values = { mutex: 'one', debounce: { key: '${trigger.doc}', quietMs: 5000 } };
    const changed = setGroup(nativeForm, definition, { id: 'ask', group: shared, values });
    const [, node] = changed['nodes'] as JsonObject[];
    expect(node).toMatchObject(values);
    expect(compileDefinition(changed).diagnostics).toEqual([]);
    expect(shared.summary(node!)).toBe('mutex, debounce');
  });

  it('[W46] every choice of a join is one that compiles', () => {
    const { join } = (starts.schema as { properties: { join: { oneOf: { const: string }[] } } })
      .properties;
    for (const { const: value } of join.oneOf) {
      const values = { join: value, ...(value === 'n-of' ? { n: 1 } : {}) };
      const changed = setGroup(nativeForm, definition, { id: 'ask', group: starts, values });
      expect(compileDefinition(changed).diagnostics).toEqual([]);
    }
  });
});
