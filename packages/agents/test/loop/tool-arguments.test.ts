// Goal: whatever a model puts into the arguments of a call, the tool runs only with what fits.
import { describe, expect, it } from 'vitest';
import type { Json } from '@skein/kernel';
import { runAgentLoop } from '@skein/agents';
import { failureOf, fakeNodeIo, nodeCall } from '../fake-node-io.ts';
import { loopWorld } from './loop-world.ts';

const parameters = {
  type: 'object',
  properties: { count: { type: 'integer' }, tags: { type: 'array' } },
  required: ['count'],
};
const tools = { order: { parameters } };
const withArguments = (args: Json) => ({ toolCalls: [{ name: 'order', arguments: args }] });

function deepList(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

const malformed: readonly [string, Json, RegExp][] = [
  ['cut off', '{"count": 1, "tags": ["a', /are not JSON/],
  ['no JSON at all', 'count=1', /are not JSON/],
  ['of a wrong type', { count: '1' }, /\/count must be a whole number/],
  ['without what is required', {}, /must have the property "count"/],
  ['a list', [1], /must be an object/],
  ['a number in a text', '7', /must be an object/],
  ['5 MB', { count: 1, tags: ['x'.repeat(5_000_000)] }, /longer than 1000000 characters/],
  ['5 MB of text', `{"count":1,"x":"${'x'.repeat(5_000_000)}"}`, /longer than 1000000 characters/],
  ['nested 1,000 deep', { count: 1, tags: deepList(1_000) }, /deeper than 100 levels/],
  ['with a prototype', '{"count":1,"__proto__":{"admin":true}}', /"__proto__"/],
  ['with a prototype inside', '{"count":1,"tags":[{"__proto__":[]}]}', /"__proto__"/],
];

describe('tool arguments', () => {
  it.each(malformed)('[A43] %s: told to the model, not run', async (_title, args, message) => {
    const world = loopWorld({ replies: [withArguments(args), { text: 'Sorry.' }] }, { tools });
    const { messages } = await world.run();
    expect(world.called).toEqual([]);
    expect(messages[1]).toMatchObject({ content: { error: expect.stringMatching(message) } });
    expect(world.io.recorded.get('tool:boss-1-1#1')).toMatchObject({ reason: 'malformed' });
    expect(JSON.stringify([...world.io.recorded]).length).toBeLessThan(10_000);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  it.each([
    ['null', null, /must be an object/],
    ['nested 10,000 deep', { count: 1, tags: deepList(10_000) }, /deeper than 100 levels/],
    ['nothing', undefined, /must be an object/],
  ])('[A43] from a model that is no script: %s', async (_title, args, message) => {
    const replies = [{ id: 'c', name: 'order', arguments: args as Json }];
    const usage = { input: 1, output: 1, usd: 0 };
    const model = {
      provider: 'fake',
      name: 'fake',
      call: async () => ({ text: 'Sorry.', toolCalls: replies.splice(0), usage }),
    };
    const io = fakeNodeIo({ model: () => model });
    const order = { name: 'order', description: '', parameters, run: () => 'never' };
    const { messages } = await runAgentLoop({ messages: [], tools: [order] }, nodeCall(), io);
    expect(messages[1]).toMatchObject({ content: { error: expect.stringMatching(message) } });
  });

  it('[A2700] of another format than the schema names: told to the model, not run', async () => {
    const mail = {
      parameters: { type: 'object', properties: { count: {}, to: { format: 'email' } } },
    };
    const wrong = withArguments({ count: 1, to: 'nobody' });
    const right = withArguments({ count: 1, to: 'ada@example.com' });
    const world = loopWorld(
      { replies: [wrong, right, { text: 'Done.' }] },
      { tools: { order: mail } },
    );
    const { messages } = await world.run();
    expect(messages[1]).toMatchObject({
      content: { error: expect.stringContaining('/to must be an e-mail address') },
    });
    expect(world.called).toMatchObject([{ args: { to: 'ada@example.com' } }]);
  });

  it.each<[string, Json]>([
    ['as an object', { count: 1 }],
    ['as JSON text', '{"count":1}'],
    ['with names that are only data', { count: 1, constructor: 'x', prototype: {} }],
  ])('[A43] %s: run', async (_title, args) => {
    const world = loopWorld({ replies: [withArguments(args), { text: 'Done.' }] }, { tools });
    await world.run();
    expect(world.called).toMatchObject([{ name: 'order', args: { count: 1 } }]);
  });

  it('[A385] a schema that cannot be used is no fault of the arguments', async () => {
    const broken = { order: { parameters: { type: 'town' } } };
    const world = loopWorld({ replies: [withArguments({}), { text: 'Done.' }] }, { tools: broken });
    await world.run();
    expect(world.called).toMatchObject([{ name: 'order', args: {} }]);
  });

  it('[A385] arguments that cannot be checked in time are refused as such', async () => {
    const loop = { order: { parameters: { $ref: '#' } } };
    const world = loopWorld({ replies: [withArguments({}), { text: 'Done.' }] }, { tools: loop });
    expect((await world.run()).messages[1]).toMatchObject({
      content: { error: expect.stringContaining('cannot be checked') },
    });
  });

  it('[A44] two repairs, then the node fails', async () => {
    const bad = withArguments({ count: 'x' });
    const world = loopWorld({ replies: [bad, bad, bad, { text: 'Never.' }] }, { tools });
    expect(await failureOf(() => world.run())).toMatchObject({
      code: 'TOOL_ARGS_INVALID',
      message: expect.stringContaining('/count must be a whole number'),
      retry: 'never',
      data: { node: 'boss', tool: 'order' },
    });
    expect(world.requests).toHaveLength(3);
  });

  it('[A44] only those in a row count, and only malformed ones', async () => {
    const bad = withArguments({ count: 'x' });
    const good = withArguments({ count: 1 });
    const unknown = { toolCalls: [{ name: 'other' }] };
    const replies = [bad, bad, good, bad, bad, unknown, unknown, unknown, bad, { text: 'Done.' }];
    const world = loopWorld({ replies }, { tools });
    expect(await world.run()).toMatchObject({ text: 'Done.', turns: 10 });
  });
});
