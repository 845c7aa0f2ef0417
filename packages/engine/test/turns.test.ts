// Goal: an engine does only so much at once, and nobody waits for ever because somebody else has much work.
import type { NodeResult } from '@skein/kernel';
import { buildWorkflow, deferred, describeEngine, task, type Deferred } from '@skein/testkit';
import { expect, it } from 'vitest';

const wide = (width: number) => {
  const nodes = Array.from({ length: width }, (_, i) => task(`n${i}`));
  return buildWorkflow({ policy: { concurrency: 100 }, nodes });
};

describeEngine('turns', (make) => {
  it('[E59] at most so many functions are in flight, and the runs take turns', async () => {
    const begun: { readonly run: string; readonly end: Deferred<NodeResult> }[] = [];
    const { start, settle, engine } = await make({
      limits: { executions: 2 },
      task: ({ run }) => {
        const end = deferred<NodeResult>();
        begun.push({ run, end });
        return end.promise;
      },
    });
    const big = await start(wide(10));
    const small = await start(wide(1));
    await settle();
    expect(begun.map(({ run }) => run)).toEqual([big, big]);
    begun[0]?.end.resolve({ value: 1 });
    begun[1]?.end.resolve({ value: 1 });
    await settle();
    // The small one has its turn after one of the big one, not after ten.
    expect(begun.map(({ run }) => run)).toEqual([big, big, big, small]);
    for (let i = 2; i < 11; i++) {
      begun[i]?.end.resolve({ value: 1 });
      await settle();
    }
    expect(begun).toHaveLength(11);
    expect(await engine.runs.get(big)).toMatchObject({ status: 'completed' });
    expect(await engine.runs.get(small)).toMatchObject({ status: 'completed' });
  });

  it('[E59] a user with many runs does not hold up one with a single run', async () => {
    const begun: { readonly run: string; readonly end: Deferred<NodeResult> }[] = [];
    const { start, settle } = await make({
      limits: { executions: 1 },
      task: ({ run }) => {
        const end = deferred<NodeResult>();
        begun.push({ run, end });
        return end.promise;
      },
    });
    const many: string[] = [];
    for (let i = 0; i < 10; i++) many.push(await start(wide(1), { user: 'ann' }));
    const one = await start(wide(1), { user: 'bob' });
    for (let i = 0; i < 11; i++) {
      await settle();
      begun[i]?.end.resolve({ value: 1 });
    }
    await settle();
    const order = begun.map(({ run }) => run);
    expect(order.indexOf(one)).toBeLessThanOrEqual(2);
    expect(order.filter((run) => run !== one)).toEqual(many);
  });

  it('[E59] a function that waits for a person holds no place, and a cancelled one gives it back', async () => {
    const never = deferred<NodeResult>();
    const { start, settle, engine } = await make({
      limits: { executions: 1 },
      tasks: {
        ask: async (_call, io) => ({ value: await io.wait({ kind: 'input', prompt: '?' }) }),
        hang: () => never.promise,
        work: async () => ({ value: 'done' }),
      },
    });
    const asking = await start(buildWorkflow({ id: 'asking', nodes: [task('ask')] }));
    const hanging = await start(buildWorkflow({ id: 'hanging', nodes: [task('hang')] }));
    const working = await start(buildWorkflow({ id: 'working', nodes: [task('work')] }));
    await settle();
    expect(await engine.runs.get(working)).toMatchObject({ status: 'running' });
    await engine.runs.cancel(hanging);
    expect(await engine.runs.finished(working)).toMatchObject({ output: 'done' });
    await engine.waits.answer({ run: asking, node: 'ask' }, 7);
    expect(await engine.runs.finished(asking)).toMatchObject({ output: 7 });
  });

  it('[E59] a full queue refuses new runs', async () => {
    const never = deferred<NodeResult>();
    const { start, settle } = await make({
      limits: { executions: 1, queued: 2 },
      task: () => never.promise,
    });
    await start(wide(3));
    await settle();
    await expect(start(wide(1))).rejects.toMatchObject({ code: 'ENGINE_BUSY', status: 429 });
  });
});
