// Goal: whoever started a run gets its answer while it goes on, also after a restart, and exactly one.
import { buildWorkflow, deferred, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const answering = buildWorkflow({
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'tell', type: 'respond', config: { value: { got: '${trigger}' }, status: 202 } },
    task('slow'),
    { id: 'again', type: 'respond', config: { value: 'never' } },
  ],
  edges: [
    { from: 'start', to: 'tell' },
    { from: 'tell', to: 'slow' },
    { from: 'slow', to: 'again' },
  ],
});

describeEngine('the answer of a run', (make) => {
  it('[E1755] comes while the run goes on, and stays the same at its end', async () => {
    const gate = deferred<void>();
    const { start, engine } = await make({
      task: async () => {
        await gate.promise;
        return { value: 'done' };
      },
    });
    const id = await start(answering, { input: 7 });
    const answer = await engine.runs.responded(id);
    expect(answer).toEqual({
      run: id,
      from: 'response',
      status: 202,
      headers: {},
      value: { got: 7 },
    });
    expect((await engine.runs.get(id)).status).toBe('running');
    gate.resolve();
    const ended = await engine.runs.finished(id);
    expect(ended).toMatchObject({ output: 'done', response: { node: 'tell', value: { got: 7 } } });
    expect(await engine.runs.responded(id)).toEqual(answer);
  });

  it('[E1756] of a run without one is how it ended: its output, or that it failed', async () => {
    const { start, engine } = await make({
      task: ({ config }) => {
        if (config['fails'] === true) throw new Error('no');
        return { value: 5 };
      },
    });
    const fine = await start(buildWorkflow({ nodes: [task('a')] }));
    expect(await engine.runs.responded(fine)).toMatchObject({ from: 'end', status: 200, value: 5 });
    const retry = { attempts: 1 };
    const broken = await start(
      buildWorkflow({ nodes: [task('a', { config: { fails: true }, retry })] }),
    );
    expect(await engine.runs.responded(broken)).toMatchObject({
      from: 'end',
      status: 500,
      value: null,
      error: { message: expect.any(String) },
    });
  });

  it('[E1757] can still be fetched after the process has died, without anything running again', async () => {
    const first = await make({ task: () => new Promise(() => {}) });
    const id = await first.start(answering, { input: 1 });
    const answer = await first.engine.runs.responded(id);
    const second = await first.restart();
    expect(await second.engine.runs.responded(id)).toEqual(answer);
    await second.engine.runs.cancel(id);
    expect(await second.engine.runs.responded(id)).toEqual(answer);
  });
});
