import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalJson, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../../src/json/canonical-text.ts';
import { compileNative, contentHash } from '../../src/index.ts';

const definition = {
  skein: 1,
  id: 'flow',
  policy: { maxSteps: 10, budget: { usd: 1 } },
  nodes: [
    { id: 'a', type: 'transform', config: { value: { studio: 'data', b: [1, 2], a: null } } },
    {
      id: 'm',
      type: 'map',
      config: { items: [1], workflow: { nodes: [{ id: 'x', type: 'join' }] } },
    },
  ],
  edges: [{ from: 'a', to: 'm' }],
};

/** Keys that look like numbers, and those that mean something to objects, among plain ones. */
const key = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'studio', '10', '9', '1e3', 'é', '😀'),
);
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, false, '', 0, -0, 1e21, 0.1),
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map(toObject),
  ),
})).value;

function toObject(entries: readonly (readonly [string, Json])[]): JsonObject {
  const object: { [key: string]: Json } = {};
  for (const [name, value] of entries) setOwn(object, name, value);
  return object;
}

/** The same value with the keys of all objects in another order. */
function shuffled(value: Json, seed: number): Json {
  if (Array.isArray(value)) return value.map((item: Json) => shuffled(item, seed));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).toSorted(
    ([a], [b]) => ((a.length * 31 + seed) % 7) - ((b.length * 31 + seed) % 7) || (a < b ? 1 : -1),
  );
  return toObject(entries.map(([name, item]) => [name, shuffled(item, seed)]));
}

describe('contentHash', () => {
  it('[N20] is the SHA-256 of the canonical JSON', () => {
    const text = '{"edges":[],"nodes":[{"id":"é","type":"join"}],"skein":1}';
    const expected = createHash('sha256').update(text).digest('hex');
    expect(
      contentHash({ skein: 1, nodes: [{ type: 'join', id: 'é' }], edges: [], studio: {} }),
    ).toBe(`sha256:${expected}`);
    expect(contentHash('')).toBe(`sha256:${createHash('sha256').update('""').digest('hex')}`);
  });

  it('[N20] is the version that compiling gives', () => {
    expect(compileNative(definition).version).toBe(contentHash(definition));
  });

  it('[N20] the fast canonical text is the kernel’s', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalText(value)).toBe(canonicalJson(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('[N18] the order of keys changes nothing', () => {
    fc.assert(
      fc.property(json, fc.nat(), (value, seed) => {
        expect(contentHash(shuffled(value, seed))).toBe(contentHash(value));
      }),
    );
    expect(contentHash(shuffled(definition as unknown as Json, 3))).toBe(
      contentHash(definition as unknown as Json),
    );
  });

  it('[N18] layout changes nothing, also inside a node', () => {
    fc.assert(
      fc.property(json, (studio) => {
        const [first, map] = definition.nodes;
        const inner = { ...(map?.config.workflow as JsonObject), studio };
        const moved = {
          ...definition,
          studio,
          nodes: [first, { ...map, config: { ...map?.config, workflow: inner } }],
        };
        expect(contentHash(moved as unknown as Json)).toBe(
          contentHash(definition as unknown as Json),
        );
      }),
    );
  });

  it('[N19] any other change changes it', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        fc.pre(canonicalJson(left) !== canonicalJson(right));
        const wrap = (value: Json): Json => ({
          skein: 1,
          nodes: [{ id: 'a', type: 'transform', config: { value } }],
        });
        expect(contentHash(wrap(left))).not.toBe(contentHash(wrap(right)));
      }),
    );
  });

  it.each([
    [
      'a key called studio in data',
      {
        ...definition,
        nodes: [
          {
            id: 'a',
            type: 'transform',
            config: { value: { studio: 'other', b: [1, 2], a: null } },
          },
          definition.nodes[1],
        ],
      },
    ],
    ['the order of nodes', { ...definition, nodes: definition.nodes.toReversed() }],
    [
      'a default that is written out',
      { ...definition, edges: [{ from: 'a', to: 'm', out: 'output' }] },
    ],
    ['a name', { ...definition, name: 'Flow' }],
    ['a key that is not known', { ...definition, extra: null }],
  ])('[N19] %s counts', (_, changed) => {
    expect(contentHash(changed as unknown as Json)).not.toBe(
      contentHash(definition as unknown as Json),
    );
  });
});
