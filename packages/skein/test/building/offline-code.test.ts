// Agents and durable functions of a host are code too: a trial that nobody asked to be real does not run them.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { agent, createEngine, tool, workflow } from '../../src/index.ts';
import { createBuildingHost } from '../../src/cli/building/create-building-host.ts';

it('[M2555] a trial runs no agent and no function of the host', async () => {
  const made: string[] = [];
  const desk = agent({
    id: 'desk',
    tools: {
      pay: tool({
        description: 'Pays.',
        inputSchema: z.object({}),
        execute: () => made.push('paid'),
      }),
    },
  });
  const ship = workflow('ship', async () => made.push('shipped'));
  const configured = { agents: [desk], workflows: [ship] };
  const engine = await createEngine(configured);
  const host = createBuildingHost(engine, { configured, user: undefined, onProblem: () => {} });
  const script = { replies: [{ toolCalls: [{ name: 'pay', arguments: {} }] }, { text: 'Paid.' }] };
  const config = { thread: 't', message: { id: 'm', text: 'Pay.' } };
  for (const type of ['thread:desk', 'workflow:ship']) {
    const definition = { skein: 1, id: 'try', nodes: [{ id: 'do', type, config }], edges: [] };
    const { result } = await host.tryOut({
      definition,
      input: {},
      script,
      answers: [],
      isLive: false,
    });
    expect(result).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(result['error'])).toContain('not run');
  }
  expect(made).toEqual([]);
  await host.close();
  await engine.close();
});

it('[M2555] a run of somebody else is not explained', async () => {
  const engine = await createEngine();
  const definition = { skein: 1, id: 'own', nodes: [{ id: 'a', type: 'start' }], edges: [] };
  await engine.workflows.save(definition, { user: 'bob' });
  const { id } = await engine.runs.start('own', { user: 'bob' });
  const host = (user: string) =>
    createBuildingHost(engine, { configured: {}, user, onProblem: () => {} });
  await expect(host('ann').explain(id, 'a')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  expect((await host('bob').explain(id, 'a')).length).toBeGreaterThan(0);
  await engine.close();
});
