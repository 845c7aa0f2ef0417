import { runId, type RunId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { memoryStore } from '@skein/stores';
import { expect, it } from 'vitest';

const flow = buildWorkflow({ id: 'poison', nodes: [task('work')] });

/** A process that claims the run and is never heard of again. */
async function die(store: Store, run: RunId, name: string): Promise<void> {
  await store.leases.renew(name, 1);
  await store.leases.claim(run, name, 2);
}

describeEngine('quarantine', (make) => {
  async function suspect(deaths: number, isTried: boolean) {
    const store = memoryStore();
    let calls = 0;
    const options = {
      store,
      task: () => {
        calls += 1;
        return new Promise<never>(() => {});
      },
    };
    const first = await make(options);
    const id = runId(await first.start(flow));
    await first.engine.close({ drainMs: 0 });
    for (let i = 0; i < deaths; i++) await die(store, id, `ghost ${i}`);
    const seq = (await store.runs.get(id))?.seq ?? 0;
    if (isTried) await store.runs.append(id, seq, [], { suspicion: 'tried' });
    calls = 0;
    return { ...(await make(options)), id, calls: () => calls };
  }

  it('[E403] a run that three processes died with, the last one while it was tried, is not continued', async () => {
    const { engine, id, calls, settle } = await suspect(3, true);
    await settle();
    expect(calls()).toBe(0);
    const { items } = await engine.runs.list({ isQuarantined: true });
    expect(items.map((record) => record.id)).toEqual([id]);
    await expect(engine.runs.settled(id)).rejects.toMatchObject({ code: 'RUN_QUARANTINED' });
    expect(await engine.runs.get(id)).toMatchObject({ status: 'running' });
  });

  it('[E403] without a trial nothing is quarantined, however many processes died', async () => {
    const { engine, calls, settle, clock } = await suspect(7, false);
    await settle();
    expect(calls()).toBe(1);
    expect((await engine.runs.list({ isQuarantined: true })).items).toEqual([]);
    await clock.advance(700_000);
    await settle();
  });

  it('[E404] a released run continues, and its deaths are forgotten', async () => {
    const { engine, store, id, calls, settle, clock } = await suspect(3, true);
    await engine.runs.release(id);
    await clock.advance(1);
    for (let i = 0; i < 5; i++) await settle();
    expect(calls()).toBe(1);
    expect(await store.runs.load(id)).toMatchObject({ deaths: 0, isTried: false });
    await engine.runs.release(id);
  });

  it('[E870] it is neither forked nor replayed, recorded or moved before it is released', async () => {
    const { engine, id } = await suspect(3, true);
    await engine.runs.list({ isQuarantined: true });
    await expect(engine.runs.settled(id)).rejects.toMatchObject({ code: 'RUN_QUARANTINED' });
    const { version } = await engine.workflows.save({ ...flow, description: 'mended' });
    for (const attempt of [
      () => engine.runs.fork(id),
      () => engine.runs.replay(id),
      () => engine.runs.recorded(id),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'RUN_QUARANTINED' });
    const { canMove, obstacles } = await engine.runs.migrate(id, version, { dryRun: true });
    expect([canMove, obstacles]).toEqual([
      false,
      [{ node: '', reason: 'it is quarantined; release it first' }],
    ]);
  });

  it('[E405] a quarantined run is cancelled without being continued', async () => {
    const { engine, id, calls } = await suspect(3, true);
    await engine.runs.cancel(id, { reason: 'enough' });
    expect(calls()).toBe(0);
    expect(await engine.runs.get(id)).toMatchObject({
      status: 'cancelled',
      error: { code: 'CANCELLED', message: 'enough' },
    });
  });
});
