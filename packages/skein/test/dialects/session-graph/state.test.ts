// Goal: a run of session-graph looks like the state of a session at every moment, also when data is missing or a step fails.

import { describe, expect, it } from 'vitest';

import { graph, path, S, start, step } from './session-run.ts';

describe('the state of a session', () => {
  it('[SG15] begins with the start step active, and nothing else', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    const run = await start(graph([step('root', 'hold')]), { functions: { hold: () => held } });
    expect(await run.view()).toEqual({
      id: run.id,
      workflow: { root: { status: 'active', error: '' } },
      last_evaluated: 0,
      data: { outputs: {}, messages: [] },
    });
    release();
    await run.engine.runs.finished(run.id);
    const after = await run.view();
    expect(after.workflow).toEqual({
      root: { status: 'complete', error: '', last_executed: expect.any(Number) },
    });
    const now = Date.now() / 1000;
    expect(after.last_evaluated).toBeGreaterThan(now - 60);
    expect(Number.isInteger(after.last_evaluated)).toBe(true);
  });

  it('[SG3][SG15] begins with another step when one is named', async () => {
    const run = await start(graph([step('root', 'note'), step('b', 'note')]), { from: 'b' });
    expect(await run.settled()).toBe('completed');
    expect(await run.statuses()).toEqual({ b: 'complete' });
  });

  it('[SG5] a step without a function completes with no output', async () => {
    const run = await start(
      graph([{ id: 'root', input: { x: `${S}.input` } }, step('b', 'nothing')], [path('root b')]),
      { input: 'hi' },
    );
    expect(await run.settled()).toBe('completed');
    expect(await run.statuses()).toEqual({ root: 'complete', b: 'complete' });
    expect((await run.view()).data.outputs).toEqual({});
  });

  it('[SG15] shows cancelled steps no more', async () => {
    const run = await start(graph([step('root', 'hold')]), {
      functions: { hold: () => new Promise(() => {}) },
    });
    await run.engine.runs.cancel(run.id);
    expect((await run.view()).workflow).toEqual({});
  });

  it('[SG27] keeps a complete step at maxIterations, also one that was to run again', async () => {
    const definition = graph(
      [step('root', 'give', { value: 1 }), step('b', 'give', { value: 2 }), step('never', 'note')],
      [path('root b'), path('b root'), path('b never')],
      { policy: { maxIterations: 2 } },
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('failed');
    const complete = { status: 'complete', error: '', last_executed: expect.any(Number) };
    const { workflow, data } = await run.view();
    expect(workflow).toEqual({ root: complete, b: complete });
    expect(data.outputs).toEqual({ root: [1], b: [2] });
  });

  it('[SG27] keeps what a step was before a cancelled retry', async () => {
    let times = 0;
    const flaky = () => {
      if (++times > 1) return new Promise<never>(() => {});
      throw new Error('first time');
    };
    const definition = graph(
      [{ id: 'root' }, step('bad', 'flaky'), step('ask', 'utils.request.request', { prompt: '?' })],
      [path('root bad'), path('root ask')],
    );
    const run = await start(definition, { functions: { flaky } });
    await run.settled();
    await run.engine.runs.retry(run.id, 'bad');
    await run.engine.runs.cancel(run.id);
    expect((await run.view()).workflow).toEqual({
      root: expect.objectContaining({ status: 'complete' }),
      bad: { status: 'error', error: 'first time', last_executed: expect.any(Number) },
    });
  });

  it('[SG6] keeps the newest five outputs of each step', async () => {
    const definition = graph(
      [step('root', 'count')],
      [path('root root', { conditions: { left: `${S}.root`, op: 'lt', right: 7 } })],
    );
    let count = 0;
    const run = await start(definition, { functions: { count: () => ++count } });
    expect(await run.settled()).toBe('completed');
    expect((await run.view()).data.outputs).toEqual({ root: [3, 4, 5, 6, 7] });
  });
});

describe('missing data', () => {
  it('[SG16] makes a step pending, at any depth, until it has arrived', async () => {
    const needs = step('needs', 'note', { deep: [{ x: `${S}.late.y` }] });
    const late = step('late', 'give', { value: { y: 5 } });
    const definition = graph(
      [{ id: 'root' }, needs, { id: 'between' }, late],
      [path('root needs'), path('root between'), path('between late')],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('completed');
    expect((await run.view()).data.outputs['needs']).toEqual([{ deep: [{ x: 5 }] }]);
  });

  it('[SG16] stalls the run only after a pass in which no step could run', async () => {
    const definition = graph(
      [
        { id: 'root' },
        step('needs', 'note', { x: `${S}.root.never` }),
        step('a', 'note'),
        step('b', 'note'),
      ],
      [path('root needs'), path('root a'), path('a b')],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('stalled');
    expect(await run.statuses()).toEqual({
      root: 'complete',
      needs: 'pending',
      a: 'complete',
      b: 'complete',
    });
    expect((await run.engine.runs.get(run.id)).error).toMatchObject({
      code: 'STALLED',
      message: `Nothing can bring what these nodes wait for: "needs" lacks ${S}.root.never.`,
      node: 'needs',
    });
  });

  it('[SG16] a step of a pass sees what earlier steps of the pass have stored', async () => {
    const definition = graph(
      [{ id: 'root' }, step('a', 'give', { value: 1 }), step('b', 'note', { x: `${S}.a` })],
      [path('root a', { priority: 1 }), path('root b', { priority: 2 })],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('completed');
    expect((await run.view()).data.outputs['b']).toEqual([{ x: 1 }]);
  });
});

describe('failures', () => {
  it('[SG17] stop their own branch, with their message', async () => {
    const definition = graph(
      [
        { id: 'root' },
        step('bad', 'fail', { message: 'no luck' }),
        step('after', 'note'),
        step('good', 'note'),
        step('end', 'note'),
      ],
      [path('root bad'), path('bad after'), path('root good'), path('good end'), path('end bad')],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('failed');
    const { workflow } = await run.view();
    expect(workflow['bad']).toEqual({
      status: 'error',
      error: 'no luck',
      last_executed: expect.any(Number),
    });
    expect(await run.statuses()).toEqual({
      root: 'complete',
      bad: 'error',
      good: 'complete',
      end: 'complete',
    });
  });

  it('[SG17] a function that is not found is one', async () => {
    const run = await start(graph([step('root', 'no.such')]));
    expect(await run.settled()).toBe('failed');
    expect((await run.view()).workflow['root']).toEqual({
      status: 'error',
      error: 'Function not found: no.such',
      last_executed: expect.any(Number),
    });
  });

  it('[SG17] beside a failure a step that lacks data stays pending', async () => {
    const definition = graph([step('root', 'fail'), step('b', 'note', { x: `${S}.root` })], []);
    const both = {
      ...definition,
      steps: [{ id: 'root' }, step('bad', 'fail'), step('b', 'note', { x: `${S}.bad` })],
    };
    const run = await start({ ...both, paths: [path('root bad'), path('root b')] });
    expect(await run.settled()).toBe('failed');
    expect(await run.statuses()).toEqual({ root: 'complete', bad: 'error', b: 'pending' });
  });

  it('[SG18] a person may retry a step in error while the run continues', async () => {
    let times = 0;
    const flaky = () => {
      if (++times < 2) throw new Error('first time');
      return { fine: true };
    };
    const definition = graph(
      [
        { id: 'root' },
        step('bad', 'flaky'),
        step('ask', 'utils.request.request', { prompt: 'Go on?' }),
        step('after', 'note', { x: `${S}.bad.fine` }),
      ],
      [path('root bad'), path('root ask'), path('bad after')],
    );
    const run = await start(definition, { functions: { flaky } });
    expect(await run.settled()).toBe('waiting');
    expect(await run.statuses()).toEqual({ root: 'complete', bad: 'error', ask: 'awaiting_input' });
    await run.engine.runs.retry(run.id, 'bad');
    await run.answer('ask', 'yes');
    expect(await run.settled()).toBe('completed');
    expect(await run.statuses()).toEqual({
      root: 'complete',
      bad: 'complete',
      ask: 'complete',
      after: 'complete',
    });
    expect((await run.view()).data.outputs['after']).toEqual([{ x: true }]);
  });
});
