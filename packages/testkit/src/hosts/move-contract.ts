// Another version, and another try: part of what every host of runs must do.
import type { RegisteredFunction } from '@skein/agents';
import type { Engine } from '@skein/engine';
import { expect, it } from 'vitest';
import { buildWorkflow, inline } from '../engine/build-workflow.ts';

type Functions = { readonly [name: string]: RegisteredFunction['run'] };
type Play = (functions: Functions, scenario: (engine: Engine) => Promise<void>) => Promise<void>;

const ask = { id: 'ask', type: 'input', config: { prompt: 'How many?' } };
const call = (id: string, name: string) => ({ id, type: 'function', config: { name } });

/** Calls a function, waits for an answer and an event, and says something. */
const moving = (last: string) =>
  buildWorkflow({
    id: 'moving',
    nodes: [
      call('first', 'f'),
      ask,
      { id: 'nap', type: 'delay', config: { ms: 50 } },
      { id: 'paid', type: 'event', config: { name: 'paid by card' } },
      call('work', 'g'),
      {
        id: 'end',
        type: 'transform',
        config: {
          value: `\${first.output} \${ask.output} \${paid.output} \${work.output} ${last}`,
        },
      },
    ],
    edges: ['first -> ask', 'ask -> nap', 'nap -> paid', 'paid -> work', 'work -> end'],
  });

export function moveContract(play: Play): void {
  it('[RS580] a waiting run goes on in another version, with its id, key, wait and kept events', () => {
    let firsts = 0;
    const functions = { f: () => (firsts += 1), g: () => 'work' };
    return play(functions, async ({ runs, waits, events, workflows }) => {
      const { id } = await runs.start(moving('old'), { idempotencyKey: 'moving 1' });
      const before = await runs.settled(id);
      await events.send('paid by card', 'cash', { run: id });
      const { version: old } = (await runs.record(id)).workflow;
      const { version } = await workflows.save(moving('new'));
      expect(await runs.migrate(id, version, { dryRun: true })).toMatchObject({
        canMove: true,
        isMoved: false,
      });
      expect(await runs.migrate(id, version, { by: 'ops' })).toEqual({
        run: id,
        from: old,
        to: version,
        canMove: true,
        isMoved: true,
        obstacles: [],
      });
      expect(await runs.migrate(id, version)).toMatchObject({ canMove: true });
      expect(await runs.get(id)).toMatchObject({ workflow: { version }, waits: before.waits });
      expect(await runs.start(moving('x'), { idempotencyKey: 'moving 1' })).toMatchObject({
        id,
        isRepeated: true,
      });
      await waits.answer({ run: id, node: 'ask' }, 7);
      expect(await runs.finished(id)).toMatchObject({ output: '1 7 cash work new' });
      expect(firsts).toBe(1);
      const types = (await runs.journal(id)).map(({ type }) => type);
      expect(types.filter((type) => type === 'run.moved')).toEqual(['run.moved']);
    });
  });

  it('[RS580] what cannot move stays where it is, and says why', () =>
    play({ f: () => 1 }, async ({ runs, workflows }) => {
      const { id } = await runs.start(moving('old'));
      await runs.settled(id);
      const { version } = await workflows.save(
        buildWorkflow({ id: 'moving', nodes: [call('first', 'f')] }),
      );
      await expect(runs.migrate(id, version, { recorded: 'keep' })).rejects.toMatchObject({
        code: 'MOVE_REFUSED',
        details: { complaint: expect.stringContaining('ask') },
      });
      await runs.cancel(id);
    }));

  it('[RS581] a failed run goes on where it failed, under its id, in its version or another one', () => {
    const made: string[] = [];
    let isBroken = true;
    const f = () => made.push('f');
    const g = () => {
      made.push('g');
      if (isBroken) throw new Error('the service is away');
      return 'work';
    };
    return play({ f, g }, async ({ runs, waits, events, workflows }) => {
      const { id } = await runs.start(moving('old'), { idempotencyKey: 'resuming 1' });
      await runs.settled(id);
      await waits.answer({ run: id, node: 'ask' }, 7);
      await expect.poll(async () => (await events.send('paid by card', 'cash')).delivered).toBe(1);
      expect(await runs.finished(id)).toMatchObject({ status: 'failed' });
      isBroken = false;
      const { version } = await workflows.save(moving('new'));
      const resumed = await runs.resume(id, { version, by: 'ops' });
      expect(resumed).toEqual({
        id,
        version,
        activations: [{ node: 'work', activation: 1 }],
        below: [],
      });
      const ended = await runs.finished(id);
      expect(ended).toMatchObject({ status: 'completed', output: '1 7 cash work new' });
      expect(made).toEqual(['f', 'g', 'g']);
      await expect(runs.resume(id)).rejects.toMatchObject({ code: 'RESUME_REFUSED' });
      expect(await runs.start(moving('x'), { idempotencyKey: 'resuming 1' })).toMatchObject({ id });
    });
  });

  it('[RS581] with the runs below it that failed, or were cancelled because of it, and their waits', () => {
    let isBroken = true;
    const g = () => {
      if (isBroken) throw new Error('the service is away');
      return 'work';
    };
    const item = buildWorkflow({
      id: 'item',
      nodes: [ask, call('work', 'g')],
      edges: ['ask -> work'],
    });
    const workflow = buildWorkflow({
      id: 'items',
      nodes: [{ id: 'all', type: 'map', config: { items: [1, 2], workflow: inline(item) } }],
    });
    return play({ g }, async ({ runs, waits }) => {
      const { id } = await runs.start(workflow);
      const waiting = await runs.settled(id);
      const [first, second] = waiting.waits;
      await waits.answer(first?.id ?? '', 'x');
      expect(await runs.finished(id)).toMatchObject({ status: 'failed' });
      isBroken = false;
      // Cancels below are on their way.
      await expect
        .poll(async () => (await runs.list({ parent: id, isUnfinished: true })).items.length)
        .toBe(0);
      const { below } = await runs.resume(id);
      expect(below).toHaveLength(2);
      const again = await runs.settled(id);
      expect(again.waits.map((wait) => wait.id)).toEqual([second?.id]);
      await waits.answer(second?.id ?? '', 'y');
      expect(await runs.finished(id)).toMatchObject({
        status: 'completed',
        output: ['work', 'work'],
      });
    });
  });

  it('[RS583] `finished`, `settled` and events hold across a question, an event for all and one that comes first', () => {
    const workflow = (id: string) =>
      buildWorkflow({
        id,
        nodes: [ask, { id: 'go', type: 'event', config: { name: `go ${id}` } }],
        edges: ['ask -> go'],
      });
    return play({}, async ({ runs, waits, events }) => {
      const flow = workflow('two-of-a-kind');
      const ids = await Promise.all([1, 2].map(async () => (await runs.start(flow)).id));
      const [one = '', two = ''] = ids;
      const ends = Promise.all(ids.map((id) => runs.finished(id)));
      for (const id of ids) {
        expect(await runs.settled(id)).toMatchObject({ waits: [{ node: 'ask' }] });
        await waits.answer({ run: id, node: 'ask' }, 1);
        expect(await runs.settled(id)).toMatchObject({ waits: [{ node: 'go' }] });
      }
      expect(await events.send('go two-of-a-kind', 'all', { id: 'e 1' })).toMatchObject({
        delivered: 2,
      });
      expect(await events.send('go two-of-a-kind', 'all', { id: 'e 1' })).toMatchObject({
        delivered: 0,
      });
      expect(await ends).toMatchObject([{ output: 'all' }, { output: 'all' }]);
      for (const run of [one, two]) {
        await expect(events.send('go two-of-a-kind', 1, { run })).rejects.toMatchObject({
          code: 'RUN_ENDED',
        });
        expect(await runs.settled(run)).toMatchObject({ status: 'completed' });
      }
    });
  });
}
