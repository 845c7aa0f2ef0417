import { buildWorkflow, deferred, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const one = buildWorkflow({ nodes: [task('a'), task('b')], edges: ['a -> b'] });

describeEngine('cancel', (make) => {
  it('[E9] cancel aborts what runs and ends the run once', async () => {
    const reasons: unknown[] = [];
    const { engine, start, settle } = await make({
      task: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            reject(signal.reason);
          });
        }),
    });
    const id = await start(one);
    await settle();
    await engine.runs.cancel(id, { reason: 'no longer needed' });
    const done = await engine.runs.finished(id);
    expect(done).toMatchObject({
      status: 'cancelled',
      error: { code: 'CANCELLED', message: 'no longer needed' },
      nodes: { a: { status: 'cancelled' } },
    });
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatchObject({ name: 'AbortError' });
    await settle();
    expect((await engine.runs.journal(id)).at(-1)?.type).toBe('run.cancelled');
  });

  it('[E9] a result that comes after the cancel is not written', async () => {
    const result = deferred<object>();
    const called: string[] = [];
    const { engine, start, settle } = await make({
      task: ({ node }) => {
        called.push(node);
        return result.promise;
      },
    });
    const id = await start(one);
    await engine.runs.cancel(id);
    result.resolve({ value: 'late' });
    await settle();
    expect(called).toEqual(['a']);
    expect((await engine.runs.journal(id)).map(({ type }) => type)).toEqual([
      'run.started',
      'run.cancelled',
    ]);
  });

  it('[E9] a result and a cancel in the same tick: whichever came first counts, the other is dropped', async () => {
    const result = deferred<object>();
    const { engine, start, settle } = await make({ tasks: { a: () => result.promise } });
    const id = await start(buildWorkflow({ nodes: [task('a')] }));
    result.resolve({ value: 'just in time' });
    await result.promise;
    await settle();
    await expect(engine.runs.cancel(id)).rejects.toMatchObject({ code: 'RUN_ENDED' });
    expect((await engine.runs.get(id)).status).toBe('completed');
  });

  it('[E9] cancelling twice is fine, cancelling what does not exist is not', async () => {
    const { engine, start } = await make({ task: () => new Promise(() => {}) });
    const id = await start(one);
    await engine.runs.cancel(id);
    await engine.runs.cancel(id);
    await expect(engine.runs.cancel('nobody')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });

  it('[E9] the first failure aborts the other branches', async () => {
    let isAborted = false;
    const { run } = await make({
      tasks: {
        a: (_, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              isAborted = true;
            });
          }),
        b: async () => {
          throw new Error('no');
        },
      },
    });
    const done = await run(buildWorkflow({ nodes: [task('a'), task('b')] }));
    expect(done).toMatchObject({ status: 'failed', nodes: { a: { status: 'cancelled' } } });
    expect(isAborted).toBe(true);
  });

  it('[E9] the winner of a race cancels the others', async () => {
    const slow = deferred<object>();
    const { run } = await make({
      tasks: { slow: () => slow.promise, quick: async () => ({ value: 'first' }) },
    });
    const done = await run(
      buildWorkflow({
        nodes: [task('slow'), task('quick', { cancels: ['slow'] }), task('next', { join: 'any' })],
        edges: ['slow -> next', 'quick -> next'],
      }),
    );
    expect(done).toMatchObject({ status: 'completed', output: 'first' });
  });

  it('[E9] promises that a function leaves alone do not end the process when it is cancelled', async () => {
    const { engine, start, settle } = await make({
      task: async (_, io) => {
        void io.wait({ kind: 'question' });
        void io.step('slow', () => new Promise<string>(() => {}));
        await new Promise(() => {});
        return {};
      },
    });
    const id = await start(one);
    await settle();
    await engine.runs.cancel(id);
    await settle();
    expect((await engine.runs.get(id)).status).toBe('cancelled');
  });

  it('[E9] a signal that is first asked for after the cancel is aborted already', async () => {
    const gate = deferred();
    const seen: boolean[] = [];
    const { engine, start, settle } = await make({
      task: async (_, io) => {
        await gate.promise;
        seen.push(io.signal.aborted);
        return {};
      },
    });
    const id = await start(one);
    await engine.runs.cancel(id);
    gate.resolve();
    await settle();
    expect(seen).toEqual([true]);
  });
});
