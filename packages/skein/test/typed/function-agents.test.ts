// Goal: an agent inside of a durable function asks, goes on and is counted as everywhere.
import { memoryStore } from '@skein/stores';
import { agent, createEngine, tool, workflow } from 'skein';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { whenAsked } from './when-asked.ts';

describe('an agent inside of a function', () => {
  const refund = tool({
    description: 'Pays back.',
    inputSchema: z.object({ usd: z.number() }),
    approve: true,
    execute: ({ usd }) => `paid ${usd}`,
  });
  const clerk = agent({ id: 'clerk', tools: { refund }, output: z.object({ said: z.string() }) });

  it('[SD441] works with its tools, asks before a call, and goes on after a restart', async () => {
    const flow = workflow('desk', async (io) => {
      const { said } = await io.agent('clerk', clerk, { prompt: 'Refund 7.' });
      expectTypeOf(said).toEqualTypeOf<string>();
      return said;
    });
    const script = {
      replies: [
        { when: { contains: 'paid' }, text: '{"said":"done"}', repeat: true },
        {
          when: { contains: 'Refund' },
          text: '',
          toolCalls: [{ name: 'refund', arguments: { usd: 7 }, id: 'c1' }],
          repeat: true,
        },
      ],
    };
    const world = { store: memoryStore() };
    const first = await createEngine({ ...world, workflows: [flow], script });
    const begun = await first.start(flow, null);
    const { waits } = await whenAsked(first, begun.id, 1);
    expect(waits[0]?.question).toMatchObject({ kind: 'approval', name: 'clerk' });
    await first.close();
    const second = await createEngine({ ...world, workflows: [flow], script });
    const run = second.get(flow, begun.id);
    await run.answer('clerk', { decision: 'approve', arguments: { usd: 5 } });
    const { output, usage } = await run.result();
    expect({ output, calls: usage.modelCalls }).toEqual({ output: 'done', calls: 2 });
    const journal = JSON.stringify(await second.runs.journal(run.id));
    expect(journal).toContain('paid 5');
    await second.close();
  });
});
