// The order in which nodes of n8n run, and what becomes of failures.
import { describe, expect, it } from 'vitest';
import { code, node, set, shelf, start, where } from './n8n-parts.ts';
import { runN8n } from './run-n8n.ts';

describe('[C1303] the way of a run', () => {
  it('goes through the batches of a loop, and gives what came back', async () => {
    const loop = node('Loop', 'splitInBatches', 3, { batchSize: 2 });
    const work = code('Work', 'return items.map(i => ({ n: i.json.n * 10, round: $runIndex }))');
    const nodes = [start, loop, work, code('Done', 'return [{ all: items.map(i => i.json) }]')];
    const { output } = await runN8n({
      nodes,
      edges: ['Start>Loop', 'Loop.0>Done', 'Loop.1>Work', 'Work>Loop'],
      input: [{ n: 1 }, { n: 2 }, { n: 3 }],
    });
    expect(output).toEqual([
      {
        all: [
          { n: 10, round: 0 },
          { n: 20, round: 0 },
          { n: 30, round: 1 },
        ],
      },
    ]);
  });

  it('visits a node once for each branch, the topmost first, or in the order of the edges', async () => {
    const nodes = [
      start,
      set('Low', { from: 'low' }, { position: [200, 300] }),
      set('High', { from: 'high' }, { position: [200, -300] }),
      set('Log', { seen: 'yes' }),
    ];
    const edges = ['Start>Low', 'Start>High', 'Low>Log', 'High>Log'];
    const last = async (order: string) =>
      (await runN8n({ nodes, edges, input: [{}], order })).output;
    expect(await last('v1')).toEqual([{ from: 'low', seen: 'yes' }]);
    expect(await last('v0')).toEqual([{ from: 'high', seen: 'yes' }]);
  });

  it('reads the item that another one was made of, after others were taken away', async () => {
    const nodes = [
      start,
      set('Name', { kind: '={{ $json.fruit }}' }),
      node('Keep', 'filter', 2.2, { conditions: where('={{ $json.kilos }}', 'number', 'gt', 5) }),
      set('Read', { was: "={{ $('Start').item.json.fruit }}" }),
    ];
    const edges = ['Start>Name', 'Name>Keep', 'Keep>Read'];
    const { output, losses } = await runN8n({ nodes, edges, input: shelf });
    expect(losses).toEqual([]);
    expect(output).toMatchObject([
      { fruit: 'plum', was: 'plum' },
      { fruit: 'pear', was: 'pear' },
    ]);
  });

  it('goes past a node that is switched off', async () => {
    const nodes = [
      start,
      set('Off', { changed: 'yes' }, { disabled: true }),
      set('On', { done: 'yes' }),
    ];
    expect(
      (await runN8n({ nodes, edges: ['Start>Off', 'Off>On'], input: [{ a: 1 }] })).output,
    ).toEqual([{ a: 1, done: 'yes' }]);
  });

  it('knows which nodes ran', async () => {
    const nodes = [
      start,
      node('No', 'if', 2.2, { conditions: where('={{ $json.a }}', 'string', 'equals', 'x') }),
      set('Skipped', { b: 'c' }),
      set('Read', {
        ran: "={{ $('Skipped').isExecuted }}",
        before: '={{ $prevNode.name }}',
        first: "={{ $('Start').first().json.a }}",
      }),
    ];
    const { output } = await runN8n({
      nodes,
      edges: ['Start>No', 'No.0>Skipped', 'No.1>Read'],
      input: [{ a: 'y' }],
    });
    expect(output).toEqual([{ a: 'y', ran: 'false', before: 'No', first: 'y' }]);
  });
});

describe('[C1304] failures', () => {
  const risky = 'if ($json.n < 0) throw new Error("negative"); return { root: Math.sqrt($json.n) }';
  const each = (onError: string) =>
    code('Risky', risky, { onError, parameters: { mode: 'runOnceForEachItem', jsCode: risky } });

  it('leave by an output of their own, with the item', async () => {
    const nodes = [
      start,
      each('continueErrorOutput'),
      set('Good', { ok: 'yes' }),
      set('Bad', { ok: 'no' }),
      node('All', 'merge', 3.2, {}),
    ];
    const { output } = await runN8n({
      nodes,
      edges: ['Start>Risky', 'Risky.0>Good', 'Risky.1>Bad', 'Good>All.0', 'Bad>All.1'],
      input: [{ n: 4 }, { n: -1 }],
    });
    expect(output).toEqual([
      { root: 2, ok: 'yes' },
      { n: -1, error: 'negative', ok: 'no' },
    ]);
  });

  it('become items, or fail the run', async () => {
    const boom = 'throw new Error("no luck")';
    const marked = await runN8n({
      nodes: [start, code('Boom', boom, { onError: 'continueRegularOutput' })],
      edges: ['Start>Boom'],
      input: [{}, {}],
    });
    expect(marked.output).toEqual([{ error: 'no luck' }]);
    const failed = await runN8n({
      nodes: [start, code('Boom', boom)],
      edges: ['Start>Boom'],
      input: [{}],
    });
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('no luck') });
  });
});
