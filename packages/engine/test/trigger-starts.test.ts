// Goal: a run is started by the name of a trigger, at the node of that trigger, on every kind of host.
import { buildWorkflow, describeEngine } from '@skein/testkit';
import { expect, it } from 'vitest';

const shop = buildWorkflow({
  triggers: [
    { name: 'nightly', type: 'schedule', start: 'night' },
    { name: 'order', type: 'webhook', start: 'order' },
    { name: 'plain', type: 'event' },
  ],
  nodes: [
    { id: 'night', type: 'start' },
    { id: 'order', type: 'start' },
    { id: 'all', type: 'transform', config: { value: 'all' } },
    { id: 'one', type: 'transform', config: { value: '${trigger}' } },
    { id: 'done', type: 'join' },
  ],
  edges: ['night -> all', 'order -> one', 'all -> done.all', 'one -> done.one'],
});

describeEngine('a start by a trigger', (make) => {
  it('[E1750] begins at its node; unknown names and two places are refused', async () => {
    const { engine } = await make({});
    const { runs, workflows } = engine;
    const { id } = await workflows.save(shop);
    const outputOf = async (options: Parameters<typeof runs.start>[1]) =>
      (await runs.finished((await runs.start(id, options)).id)).output;
    expect(await outputOf({ trigger: 'order', input: 7 })).toEqual({ one: 7 });
    expect(await outputOf({ trigger: 'nightly', input: 7 })).toEqual({ all: 'all' });
    expect(await outputOf({ trigger: 'plain' })).toEqual({ all: 'all' });
    expect(await outputOf({ input: 1 })).toEqual({ all: 'all' });
    await expect(runs.start(id, { trigger: 'ordr' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      hint: expect.stringContaining('"nightly", "order", "plain"'),
    });
    await expect(runs.start(id, { trigger: 'order', start: 'all' })).rejects.toMatchObject({
      code: 'START_UNCLEAR',
    });
  });
});
