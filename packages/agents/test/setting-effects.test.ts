// Goal: a setting that is accepted is used. Method: change every setting of every type that asks somebody, and look at the
// request, at what a replay compares and at what a cassette finds. New settings are tried by themselves: values are made from
// their shapes.
import { nativeNodeTypes } from '@skein/agents';
import { nativeNodes } from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { ask, expectEffect, replyTo, valueOf } from './asked-world.ts';

const before = {
  llm: { prompt: 'Why?' },
  agent: { prompt: 'Why?' },
  tool: { tool: 'double', args: { n: 1 } },
} satisfies Readonly<Record<string, JsonObject>>;

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
// True because a literal without a spread has exactly the keys of its type.
const asking = Object.keys(before) as readonly (keyof typeof before)[];

it('[A215] every type that asks somebody is looked at', () => {
  const found = [...types].filter(([, type]) => type.asksInSteps === true).map(([name]) => name);
  expect(found.toSorted()).toEqual(asking.toSorted());
});

describe.each(asking)('settings of %s', (nodeType) => {
  const settings = [...nativeNodes[nodeType].config.fields];
  const run = (config: JsonObject) =>
    ask(types.get(nodeType)!, { call: { nodeType, config }, reply: replyTo(config) });

  it.each(settings)('[A215] %s is used, or says that it changes nothing', async (key, field) => {
    const value = values[key] ?? valueOf(field.shape);
    const given = before[nodeType];
    expectEffect(field, await run(given), await run({ ...given, [key]: value }));
  });
});
