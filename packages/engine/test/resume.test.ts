// Goal: a failed run goes on where it failed, under its id, and nothing that it had is lost or done twice.
import { memoryStore } from '@skein/stores';
import { buildWorkflow, describeEngine, inline, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const ask = { id: 'ask', type: 'input', config: { prompt: 'How many?' } };

/** Fails until it is mended. */
function fragile() {
  const calls: string[] = [];
  let isBroken = true;
  return {
    calls,
    mend: () => {
      isBroken = false;
    },
    run: (value: string) => {
      calls.push(value);
      if (isBroken) throw new Error('the service is away');
      return { value: `${value} done` };
    },
  };
}

describeEngine('resuming', (make) => {
  it('[E342] a failed run goes on at what failed, with what was recorded and what was open beside it', async () => {
    const service = fragile();
    let before = 0;
    const { engine, start, settle } = await make({
      tasks: {
        first: () => ({ value: (before += 1) }),
        pay: () => service.run('pay'),
        last: ({ inputs }) => ({ value: inputs }),
      },
    });
    const id = await start(
      buildWorkflow({
        nodes: [task('first'), task('pay'), ask, task('last')],
        edges: ['first -> ask', 'first -> pay', 'pay -> last.paid', 'ask -> last.answer'],
      }),
      { idempotencyKey: 'order 7' },
    );
    expect((await engine.runs.finished(id)).status).toBe('failed');
    service.mend();
    const resumed = await engine.runs.resume(id, { by: 'ann' });
    expect(resumed).toMatchObject({ id, activations: [{ node: 'pay', activation: 1 }] });
    await settle();
    const waiting = await engine.runs.settled(id);
    expect(waiting).toMatchObject({ status: 'waiting', waits: [{ node: 'ask' }] });
    await engine.waits.answer({ run: id, node: 'ask' }, 7);
    expect(await engine.runs.finished(id)).toMatchObject({
      status: 'completed',
      output: { paid: 'pay done', answer: 7 },
    });
    expect(before).toBe(1);
    expect(service.calls).toEqual(['pay', 'pay']);
    const rows = await engine.runs.journal(id);
    expect(rows.filter(({ type }) => type === 'run.resumed')).toMatchObject([{ by: 'ann' }]);
  });

  it('[E2702] of two who resume it at once one does, and the other is told so', async () => {
    const service = fragile();
    const { engine, start } = await make({ tasks: { pay: () => service.run('pay') } });
    const id = await start(buildWorkflow({ nodes: [task('pay')] }));
    expect((await engine.runs.finished(id)).status).toBe('failed');
    service.mend();
    const both = await Promise.allSettled(
      ['ann', 'bob'].map((by) => engine.runs.resume(id, { by })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'RESUME_REFUSED', details: { run: id } },
    });
    expect((await engine.runs.finished(id)).status).toBe('completed');
    expect(service.calls).toEqual(['pay', 'pay']);
  });

  it('[E342] in another version, or with another input of what failed', async () => {
    const { engine, start } = await make({
      tasks: {
        work: ({ previous, config }) => {
          if (previous === 'bad') throw new Error('bad input');
          return { value: [previous ?? null, config['with'] ?? 'old'] };
        },
      },
    });
    const flow = (more: object) =>
      buildWorkflow({
        id: 'flow',
        nodes: [task('work', more), task('end')],
        edges: ['work -> end'],
      });
    const id = await start(flow({}), { input: 'bad' });
    expect((await engine.runs.finished(id)).status).toBe('failed');
    const again = engine.runs.resume(id);
    await again;
    expect((await engine.runs.finished(id)).status).toBe('failed');
    const { version } = await engine.workflows.save(flow({ config: { with: 'new' } }));
    await engine.runs.resume(id, { version, input: 'good' });
    expect(await engine.runs.finished(id)).toMatchObject({
      status: 'completed',
      output: ['good', 'new'],
      workflow: { version },
    });
    expect((await engine.runs.record(id)).workflow.version).toBe(version);
  });

  it('[E342] what failed because of its definition goes on in a version that mends it', async () => {
    const { engine, start } = await make();
    const flow = (value: string) =>
      buildWorkflow({
        id: 'flow',
        nodes: [task('work'), { id: 'sum', type: 'transform', config: { value } }],
        edges: ['work -> sum'],
      });
    const late = await start(flow('${trigger.missing}'), { input: 5 });
    expect(await engine.runs.finished(late)).toMatchObject({ status: 'failed' });
    await expect(engine.runs.resume(late)).rejects.toMatchObject({ code: 'RESUME_REFUSED' });
    const { version } = await engine.workflows.save(flow('${trigger}'));
    await engine.runs.resume(late, { version });
    expect(await engine.runs.finished(late)).toMatchObject({ status: 'completed', output: 5 });
  });

  it('[E342] a run that continued after failures tries all of them again', async () => {
    const service = fragile();
    const { engine, start } = await make({
      tasks: { a: () => service.run('a'), b: () => service.run('b'), c: () => ({ value: 'c' }) },
    });
    const id = await start(
      buildWorkflow({ policy: { onError: 'continue' }, nodes: [task('a'), task('b'), task('c')] }),
    );
    expect((await engine.runs.finished(id)).status).toBe('failed');
    service.mend();
    await engine.runs.resume(id);
    expect(await engine.runs.finished(id)).toMatchObject({
      status: 'completed',
      output: { a: 'a done', b: 'b done', c: 'c' },
    });
  });

  it('[E872] attempts count from one again, and the run can be exported and imported', async () => {
    let calls = 0;
    const { engine, start, clock } = await make({
      tasks: {
        pay: () => {
          calls += 1;
          if (calls < 4) throw new Error('the service is away');
          return { value: 'paid' };
        },
      },
    });
    const retry = { attempts: 2, backoffMs: 10, factor: 1 };
    const id = await start(buildWorkflow({ nodes: [{ ...task('pay'), retry }] }));
    const ended = async () => {
      const finished = engine.runs.finished(id);
      await clock.advance(100);
      return finished;
    };
    expect((await ended()).status).toBe('failed');
    await engine.runs.resume(id);
    expect(await ended()).toMatchObject({ status: 'completed', output: 'paid' });
    const rows = await engine.runs.journal(id);
    const failed = rows.filter((row) => row.type === 'attempt.failed');
    expect(failed.map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
    const imported = await engine.runs.import(await engine.runs.export(id), { ids: 'new' });
    expect(await engine.runs.get(imported.id)).toMatchObject({ status: 'completed' });
  });

  it('[E343] the runs below that failed with it, or were cancelled because of it, go on too', async () => {
    const service = fragile();
    const { engine, start, settle } = await make({
      tasks: { pay: () => service.run('pay') },
    });
    const child = inline({
      skein: 1,
      nodes: [ask, task('pay')],
      edges: [{ from: 'ask', to: 'pay' }],
    });
    const id = await start(
      buildWorkflow({
        nodes: [{ id: 'all', type: 'map', config: { items: [1, 2], workflow: child } }],
      }),
    );
    await settle();
    const [first] = (await engine.runs.get(id)).waits;
    await engine.waits.answer(first?.id ?? '', 'x');
    expect((await engine.runs.finished(id)).status).toBe('failed');
    service.mend();
    const { below, activations } = await engine.runs.resume(id);
    expect(below).toHaveLength(2);
    expect(activations).toEqual([]);
    await expect(engine.runs.resume(below[0] ?? '')).rejects.toMatchObject({
      code: 'RESUME_REFUSED',
    });
    const waiting = await engine.runs.settled(id);
    expect(waiting.waits).toHaveLength(1);
    await engine.waits.answer(waiting.waits[0]?.id ?? '', 'y');
    expect(await engine.runs.finished(id)).toMatchObject({
      status: 'completed',
      output: ['pay done', 'pay done'],
    });
  });

  it('[E342] only a failed run at the top can be resumed', async () => {
    const { engine, start, run, settle } = await make();
    const { id: done } = await run(buildWorkflow({ nodes: [task('a')] }));
    const waiting = await start(buildWorkflow({ nodes: [ask] }));
    await settle();
    for (const id of [done, waiting]) {
      await expect(engine.runs.resume(id)).rejects.toMatchObject({ code: 'RESUME_REFUSED' });
    }
    await expect(engine.runs.resume('nobody')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });

  it('[E342] a process that dies right after it is followed by another that goes on', async () => {
    const service = fragile();
    const store = memoryStore();
    const first = await make({ store, durable: {}, tasks: { pay: () => service.run('pay') } });
    const id = await first.start(buildWorkflow({ nodes: [task('pay')] }));
    await first.engine.runs.finished(id);
    await first.engine.close();
    const stuck = await make({
      store,
      durable: {},
      tasks: { pay: () => new Promise<never>(() => {}) },
    });
    await stuck.engine.runs.resume(id);
    await stuck.engine.close();
    service.mend();
    const heir = await make({ store, durable: {}, tasks: { pay: () => service.run('pay') } });
    expect(await heir.engine.runs.finished(id)).toMatchObject({ status: 'completed' });
  });
});
