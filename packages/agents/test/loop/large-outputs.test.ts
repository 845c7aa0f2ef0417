import type { Json } from '@skein/kernel';
import { expect, it } from 'vitest';
import { loopWorld } from './loop-world.ts';

const text = Array.from({ length: 9_000 }, (_, i) => `line ${i}\n`).join('');
const read = (args: object) => ({ name: 'get_step_output', arguments: args as never });

it('[A186] a large result is shown by its beginning, and can be read on', async () => {
  const { run, requests, called, io } = loopWorld(
    {
      replies: [
        { toolCalls: [{ id: 'c1', name: 'dump', arguments: {} }] },
        { toolCalls: [read({ output_id: 'c1', offset: 20_000 }), read({ output_id: 'no' })] },
        { text: 'done' },
      ],
    },
    { tools: { dump: { run: () => text }, small: { run: () => 'x' } } },
  );
  const { messages } = await run();
  expect(messages[1]?.content).toMatchObject({
    output_id: 'c1',
    characters: text.length,
    beginning: text.slice(0, 4_000),
  });
  expect(messages[3]?.content).toEqual({
    output_id: 'c1',
    offset: 20_000,
    characters: text.length,
    text: text.slice(20_000, 40_000),
    next_offset: 40_000,
  });
  expect(JSON.stringify(messages[4]?.content)).toContain('No output has the id');
  expect(requests.map(({ tools = [] }) => tools.map(({ name }) => name))).toEqual([
    ['dump', 'small'],
    ['dump', 'small', 'get_step_output'],
    ['dump', 'small', 'get_step_output'],
  ]);
  expect(called).toHaveLength(1);
  // The journal has all of it.
  expect([...io.recorded.values()]).toContainEqual(
    expect.objectContaining({ callId: 'c1', result: text }),
  );
});

it('[A186] after a crash the conversation is the same', async () => {
  const script = {
    replies: [
      { toolCalls: [{ id: 'c1', name: 'dump', arguments: {} }] },
      { toolCalls: [read({ output_id: 'c1' })] },
      { text: 'done' },
    ],
  };
  const tools = { dump: { run: () => ({ text }) as Json } };
  const first = loopWorld(script, { tools });
  const { messages } = await first.run();
  const again = loopWorld(
    { replies: [], otherwise: 'fail' },
    { tools, recorded: first.io.recorded },
  );
  expect((await again.run()).messages).toEqual(messages);
});

it('[A186] a tool of this name that the agent has keeps its own ids', async () => {
  const { run } = loopWorld(
    {
      replies: [
        { toolCalls: [{ id: 'c1', name: 'dump', arguments: {} }] },
        { toolCalls: [read({ output_id: 'c1' }), read({ output_id: 'own' })] },
        { text: 'done' },
      ],
    },
    { tools: { dump: { run: () => text }, get_step_output: { run: () => 'the own one' } } },
  );
  const { messages } = await run();
  expect(messages[3]?.content).toMatchObject({ output_id: 'c1', offset: 0 });
  expect(messages[4]?.content).toBe('the own one');
});
