import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const one = buildWorkflow({ nodes: [task('a')] });

function retrying(attempts: number, more: object = {}) {
  const retry = { attempts, backoffMs: 100, factor: 2, maxMs: 10_000 };
  return buildWorkflow({ nodes: [task('a', { retry, ...more })] });
}

describeEngine('failures', (make) => {
  it('[E6] a thrown error fails the node with its message', async () => {
    const { run } = await make({
      task: async () => {
        throw new Error('broken pipe');
      },
    });
    const done = await run(one);
    expect(done.status).toBe('failed');
    expect(done.error).toMatchObject({ code: 'NODE_FAILED', message: 'broken pipe', node: 'a' });
  });

  it('[E6] a function that throws before it returns a promise fails the same way', async () => {
    const { run } = await make({
      task: () => {
        throw Object.assign(new Error('no'), { code: 'EACCES' });
      },
    });
    expect((await run(one)).error).toMatchObject({ code: 'EACCES', message: 'no' });
  });

  it('[E6] an error can carry its failure as data', async () => {
    const failure = { code: 'QUOTA', message: 'used up', retry: 'never', data: { left: 0 } };
    const { run, engine } = await make({
      task: () => {
        throw Object.assign(new Error('other'), { failure });
      },
    });
    const { id } = await run(retrying(3));
    const rows = await engine.runs.journal(id);
    expect(rows.map(({ type }) => type)).toEqual(['run.started', 'attempt.failed']);
    expect(rows[1]).toMatchObject({ attempt: 1, failure });
  });

  it.each([
    ['a text', 'plain text'],
    ['null', null],
    ['undefined', undefined],
    ['an object', { answer: 42 }],
  ])('[E6] %s can be thrown too', async (_, thrown) => {
    const { run } = await make({
      task: () => {
        throw thrown;
      },
    });
    const done = await run(one);
    expect(done.error?.code).toBe('NODE_FAILED');
    expect(done.error?.message).not.toBe('');
  });

  it('[E7] a failed attempt is retried after its backoff, until one succeeds', async () => {
    const calls: { readonly attempt: number; readonly at: number }[] = [];
    const { engine, clock, start } = await make({
      task: async ({ attempt }) => {
        calls.push({ attempt, at: clock.now() });
        if (attempt < 3) throw new Error(`attempt ${attempt}`);
        return { value: 'at last' };
      },
    });
    const begin = clock.now();
    const id = await start(retrying(3));
    await clock.advance(99);
    expect(calls).toHaveLength(1);
    await clock.advance(1000);
    const done = await engine.runs.finished(id);
    expect(done).toMatchObject({ status: 'completed', output: 'at last' });
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect((calls[1]?.at ?? 0) - begin).toBeGreaterThanOrEqual(100);
    expect((calls[2]?.at ?? 0) - (calls[1]?.at ?? 0)).toBeGreaterThanOrEqual(200);
    const types = (await engine.runs.journal(id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'attempt.failed')).toHaveLength(2);
  });

  it('[E7] the other side can say when to come again', async () => {
    let calls = 0;
    const { engine, clock, start } = await make({
      task: () => {
        calls += 1;
        if (calls === 1)
          throw Object.assign(new Error('slow down'), { code: 'RATE', afterMs: 5000 });
        return { value: calls };
      },
    });
    const id = await start(retrying(2));
    await clock.advance(4999);
    expect(calls).toBe(1);
    await clock.advance(1);
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed', output: 2 });
  });

  it('[E7] when no attempt is left the node fails with the last failure', async () => {
    const { engine, clock, start } = await make({
      task: ({ attempt }) => {
        throw new Error(`attempt ${attempt}`);
      },
    });
    const id = await start(retrying(2));
    await clock.advance(1000);
    const done = await engine.runs.finished(id);
    expect(done).toMatchObject({ status: 'failed', error: { message: 'attempt 2' } });
  });

  it('[E8] an attempt that takes too long is aborted and may be retried', async () => {
    const aborted: boolean[] = [];
    const { engine, clock, start } = await make({
      task: ({ attempt }, io) => {
        if (attempt === 2) return { value: 'quick' };
        io.signal.addEventListener('abort', () => aborted.push(true));
        return new Promise(() => {});
      },
    });
    const id = await start(retrying(2, { timeoutMs: 1000 }));
    await clock.advance(999);
    expect(aborted).toEqual([]);
    await clock.advance(1);
    expect(aborted).toEqual([true]);
    await clock.advance(1000);
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed', output: 'quick' });
  });

  it('[E8] a node without another attempt fails with TIMEOUT', async () => {
    const { engine, clock, start } = await make({ task: () => new Promise(() => {}) });
    const id = await start(buildWorkflow({ nodes: [task('a', { timeoutMs: 50 })] }));
    await clock.advance(50);
    const done = await engine.runs.finished(id);
    expect(done).toMatchObject({ status: 'failed', error: { code: 'TIMEOUT', node: 'a' } });
  });

  it('[E8] the time limit of a run ends it', async () => {
    const { engine, clock, start } = await make({ task: () => new Promise(() => {}) });
    const id = await start(buildWorkflow({ nodes: [task('a')], policy: { timeoutMs: 500 } }));
    await clock.advance(500);
    const done = await engine.runs.finished(id);
    expect(done).toMatchObject({ status: 'failed', error: { code: 'LIMIT_REACHED' } });
  });

  it('[E6] a node type that nobody registered is refused before the run starts', async () => {
    const { start } = await make();
    const workflow = buildWorkflow({ nodes: [{ id: 'a', type: 'nonsense' }] });
    await expect(start(workflow)).rejects.toMatchObject({ code: 'WORKFLOW_INVALID' });
  });

  it('[E6] a node type without a function fails its node', async () => {
    const kind = { type: 'hollow', mode: 'execute', ports: 'any' } as const;
    const { run } = await make({ nodeTypes: [{ kind, description: '' }] });
    const done = await run(buildWorkflow({ nodes: [{ id: 'a', type: 'hollow' }] }));
    expect(done.error).toMatchObject({ code: 'NODE_NOT_REGISTERED', node: 'a' });
  });

  it('[E34] a person can have a failed node tried again', async () => {
    let isBroken = true;
    const { engine, start, settle } = await make({
      tasks: {
        a: () => {
          if (isBroken) throw new Error('broken');
          return { value: 'mended' };
        },
      },
    });
    const workflow = buildWorkflow({
      nodes: [task('a'), { id: 'ask', type: 'approval' }],
      policy: { onError: 'continue' },
    });
    const id = await start(workflow);
    await settle();
    isBroken = false;
    await engine.runs.retry(id, 'a');
    await expect(engine.runs.retry(id, 'a')).rejects.toMatchObject({ code: 'NODE_NOT_FAILED' });
    await expect(engine.runs.retry(id, 'x')).rejects.toMatchObject({ code: 'NODE_NOT_FOUND' });
    await engine.waits.answer({ run: id, node: 'ask' }, 'approve');
    const done = await engine.runs.finished(id);
    expect(done.status).toBe('completed');
    expect(done.outputs['a']?.[0]?.value).toBe('mended');
    await expect(engine.runs.retry(id, 'a')).rejects.toMatchObject({ code: 'RUN_ENDED' });
  });
});
