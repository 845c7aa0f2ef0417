// Goal: a setting that is accepted is used. Method: change every setting of every type that asks somebody, and look at the
// request, at what a replay compares and at what a cassette finds. New settings are tried by themselves: values are made from
// their shapes.
import { createVault, nativeNodeTypes } from '@skein/agents';
import { nativeNodes } from '@skein/dialects';
import type { Json, JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { ask, expectEffect, replyTo, valueOf } from './asked-world.ts';

const before = {
  llm: { prompt: 'Why?' },
  agent: { prompt: 'Why?' },
  tool: { tool: 'double', args: { n: 1 } },
  http: { url: 'https://example.com/' },
  code: {
    code: 'await tools.double(args); return {}',
    args: { n: 1 },
    tools: ['double'],
  },
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
  url: 'https://example.com/other',
  method: 'POST',
  query: { q: 1 },
  headers: { 'x-other': '1' },
  auth: { bearer: 'KEY' },
  body: { json: 1 },
  pagination: { page: { param: 'page' } },
  code: 'await tools.double({ n: 2 }); return {}',
  language: 'typescript',
  ports: ['output'],
  limits: { cpuMs: 900 },
};

let sent: Json[] = [];
const secret = { value: 'a secret', hosts: ['example.com'] };
const types = nativeNodeTypes({
  functions: new Map(),
  http: {
    fetch: async (call) => {
      const { signal: _, timeoutMs: __, shownUrl: ___, ...request } = call;
      // Without the signal, and with a text as its body, it is data.
      sent.push(request as unknown as JsonObject);
      return { status: 200, headers: { 'content-type': 'application/json' }, text: '[]' };
    },
    vaultOf: () => createVault({ find: () => secret }),
  },
});
// True because a literal without a spread has exactly the keys of its type.
const asking = Object.keys(before) as readonly (keyof typeof before)[];

it('[A215] every type that asks somebody is looked at', () => {
  const found = [...types].filter(([, type]) => type.asksInSteps === true).map(([name]) => name);
  // `store` asks the memory of the engine, and nobody outside.
  expect(found.toSorted()).toEqual([...asking, 'store'].toSorted());
});

describe.each(asking)('settings of %s', (nodeType) => {
  const settings = [...nativeNodes[nodeType].config.fields];
  const run = (config: JsonObject) => {
    sent = [];
    return ask(types.get(nodeType)!, { call: { nodeType, config }, reply: replyTo(config), sent });
  };

  it.each(settings)('[A215] %s is used, or says that it changes nothing', async (key, field) => {
    const value = values[key] ?? valueOf(field.shape);
    const given = before[nodeType];
    expectEffect(field, await run(given), await run({ ...given, [key]: value }));
  });
});
