// Goal: functions that are called for every item of a list: what is recorded of it, what a restart repeats, and what a failed item does.
import type { WorkflowNode } from '@skein/kernel';
import type { NodeFunction } from '@skein/ports';
import { buildWorkflow, deferred, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const perItem = (each: NonNullable<WorkflowNode['each']>, more: Partial<WorkflowNode> = {}) =>
  buildWorkflow({
    nodes: [task('a', { config: { of: '${item.n}', all: '${trigger.all|none}' }, each, ...more })],
  });

const numbers = [{ n: 1 }, { n: 2 }, { n: 3 }];

describeEngine('a function for every item', (make) => {
  it('[E1250] is called with its item, place and config; results are recorded in item order', async () => {
    const calls: unknown[] = [];
    const { run, engine } = await make({
      task: ({ config, previous, inputs, index }, { idempotencyKey }) => {
        calls.push([config, previous, inputs, index, idempotencyKey.split('/').slice(1)]);
        return { value: { twice: Number(config['of']) * 2 } };
      },
    });
    const done = await run(perItem(numbers), { input: { all: 'x' } });
    expect(done.output).toEqual([{ twice: 2 }, { twice: 4 }, { twice: 6 }]);
    expect(calls[1]).toEqual([
      { of: 2, all: 'x' },
      { n: 2 },
      { input: { n: 2 } },
      1,
      ['a', '1', '1'],
    ]);
    const rows = await engine.runs.journal(done.id);
    expect(rows.map((row) => ('key' in row ? row.key : row.type))).toEqual([
      'run.started',
      '[0]',
      '[1]',
      '[2]',
      'node.completed',
    ]);
  });

  it('[E1250] no more than `concurrency` elements are worked on at the same time', async () => {
    let open = 0;
    let most = 0;
    const { run } = await make({
      task: async ({ index }) => {
        most = Math.max(most, ++open);
        await Promise.resolve();
        open--;
        return { value: index ?? null };
      },
    });
    const items = Array.from({ length: 9 }, (_, n) => ({ n }));
    const done = await run(perItem({ items, concurrency: 3 }));
    expect(done.output).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(most).toBe(3);
  });

  it('[E1250] after a restart no element that is done is done again', async () => {
    const made: string[] = [];
    let isFirst = true;
    const first = await make({
      task: async ({ index = 0 }, io) => {
        await io.step('one', () => made.push(`step of ${index}`));
        if (isFirst && index === 1) await new Promise(() => {});
        made.push(`end of ${index}`);
        return { value: index };
      },
    });
    const id = await first.start(perItem(numbers));
    await first.settle();
    isFirst = false;
    const second = await first.restart();
    expect((await second.engine.runs.finished(id)).output).toEqual([0, 1, 2]);
    expect(made).toEqual([
      'step of 0',
      'end of 0',
      'step of 1',
      'end of 1',
      'step of 2',
      'end of 2',
    ]);
  });

  const flaky =
    (fails: (index: number, attempt: number) => boolean, calls: string[]): NodeFunction =>
    ({ index = 0, attempt }) => {
      calls.push(`${index}/${attempt}`);
      if (fails(index, attempt)) throw new Error(`item ${index} broke`);
      return { value: index };
    };
  const retry = { attempts: 2, backoffMs: 10, factor: 1 };

  it('[E1251] every element has all attempts, and a restart counts on', async () => {
    const calls: string[] = [];
    const first = await make({ task: flaky((_, attempt) => attempt === 1, calls) });
    const id = await first.start(perItem(numbers, { retry }));
    await first.clock.advance(10);
    const second = await first.restart();
    await second.clock.advance(10);
    await second.clock.advance(10);
    await second.clock.advance(10);
    expect((await second.engine.runs.finished(id)).output).toEqual([0, 1, 2]);
    expect(calls.filter((call) => call === '0/1')).toHaveLength(1);
    expect(new Set(calls)).toEqual(new Set(['0/1', '0/2', '1/1', '1/2', '2/1', '2/2']));
  });

  it('[E1251] one that has failed for good is marked, and not called again', async () => {
    const calls: string[] = [];
    const never = deferred<object>();
    let isFirst = true;
    const breaks = flaky((index) => index === 0, calls);
    const first = await make({
      task: (call, io) =>
        isFirst && call.index === 1 ? (never.promise as Promise<object>) : breaks(call, io),
    });
    const id = await first.start(perItem({ items: numbers, onError: 'mark' }));
    await first.settle();
    isFirst = false;
    const second = await first.restart();
    const error = { code: 'NODE_FAILED', message: 'item 0 broke' };
    expect((await second.engine.runs.finished(id)).output).toEqual([{ n: 1, error }, 1, 2]);
    expect(calls.filter((call) => call.startsWith('0/'))).toEqual(['0/1']);
  });

  it('[E1252] a failed element fails the node; retried, it finds the results of the others', async () => {
    const calls: string[] = [];
    let isBroken = true;
    const { run, engine } = await make({
      task: flaky((index) => isBroken && index === 1, calls),
    });
    const failed = await run(perItem(numbers));
    expect(failed.status).toBe('failed');
    expect(failed.error).toMatchObject({ code: 'NODE_FAILED', message: 'Item 1: item 1 broke' });
    isBroken = false;
    const resumed = await engine.runs.resume(failed.id);
    expect((await engine.runs.finished(resumed.id)).output).toEqual([0, 1, 2]);
    expect(calls).toEqual(['0/1', '1/1', '1/1', '2/1']);
  });

  it('[E1253] questions of elements come one after the other, each answer to its own', async () => {
    const { start, engine, settle } = await make({
      task: async ({ index = 0 }, io) => ({
        value: [index, await io.wait({ kind: 'question', prompt: `Item ${index}?` })],
      }),
    });
    const id = await start(perItem({ items: numbers, concurrency: 3 }));
    for (let asked = 0; asked < 3; asked++) {
      await settle();
      const [wait, ...others] = (await engine.waits.list({ run: id })).items;
      expect(others).toEqual([]);
      await engine.waits.answer(wait?.id ?? '', `to ${wait?.question.prompt}`);
    }
    expect((await engine.runs.finished(id)).output).toEqual([
      [0, 'to Item 0?'],
      [1, 'to Item 1?'],
      [2, 'to Item 2?'],
    ]);
  });

  it('[E1253] a guarded function whose outcome is unknown is asked about for its element alone', async () => {
    const calls: number[] = [];
    let isFirst = true;
    const first = await make({
      task: async ({ index = 0 }) => {
        calls.push(index);
        if (isFirst && index === 1) await new Promise(() => {});
        return { value: index };
      },
    });
    const id = await first.start(perItem(numbers, { effect: 'guarded' }));
    await first.settle();
    isFirst = false;
    const second = await first.restart();
    await second.settle();
    const [wait] = (await second.engine.waits.list({ run: id })).items;
    expect(wait?.question).toMatchObject({ kind: 'outcome', data: { item: { n: 2 } } });
    await second.engine.waits.answer(wait?.id ?? '', { action: 'result', result: 'done' });
    expect((await second.engine.runs.finished(id)).output).toEqual([0, 'done', 2]);
    expect(calls).toEqual([0, 1, 2]);
  });
});
