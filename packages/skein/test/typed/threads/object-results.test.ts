// After a reload a thread has the results of its tools as they were, whatever keys they have.
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { agent, createEngine, tool } from '../../../src/index.ts';

it('[SD2550] results of tools are told whole, also those with a key that failures have', async () => {
  const results = [
    { city: 'Rome' },
    { error: null, status: 'done' },
    { result: 1, more: 2 },
    'text',
  ];
  const desk = agent({
    id: 'desk',
    tools: {
      read: tool({
        description: 'Reads.',
        inputSchema: z.object({ place: z.number() }),
        effect: 'pure',
        execute: ({ place }) => results[place],
      }),
      fail: tool({
        description: 'Fails.',
        inputSchema: z.object({}),
        execute: () => {
          throw new Error('No.');
        },
      }),
    },
  });
  const reads = results.map((_, place) => ({ name: 'read', arguments: { place } }));
  const script = {
    replies: [{ toolCalls: [...reads, { name: 'fail', arguments: {} }] }, { text: 'Done.' }],
  };
  const engine = await createEngine({ agents: [desk], script });
  onTestFinished(() => engine.close());
  const thread = engine.thread('t', desk);
  await thread.send('Read.').text;
  const [, answer] = await thread.uiMessages();
  const calls = answer?.parts.filter(({ type }) => type.startsWith('tool-')) ?? [];
  expect(calls.slice(0, -1).map((part) => part['output'])).toEqual(results);
  expect(calls.at(-1)).toMatchObject({ state: 'output-error', errorText: 'No.' });
});
