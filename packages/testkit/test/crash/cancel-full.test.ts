// Goal: a cancel ends a run once, wherever the run is, and nothing starts after it. Method: W-full is cancelled at every point;
// a cancel races the end of a run; one of fifty is cancelled; calls that hang are aborted.
import { createEngine } from '@skein/engine';
import { nativeNodeTypes } from '@skein/agents';
import type { NodeType } from '@skein/ports';
import { memoryStore, openStore } from '@skein/stores';
import { buildWorkflow, cancelPoints, startLedger, task } from '@skein/testkit';
import type { Ledger } from '@skein/testkit';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-cancel-'));
const durable = { residentMax: 0 };
let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('C11 cancel', () => {
  it('C11 [E121] at every point of W-full: one end, nothing begins afterwards', async () => {
    const { wrong, statuses } = await cancelPoints({
      ledger,
      durable,
      open: async () => memoryStore(),
      every: 1,
    });
    expect(wrong).toEqual([]);
    expect(statuses.get('cancelled')).toBeGreaterThan(95);
    expect(statuses.get('completed')).toBeGreaterThan(0);
  });

  it('C11 [E121] … also where an append takes its time (SQLite, a sample)', async () => {
    const open = (name: string) => openStore(`sqlite:${path.join(folder, name)}.db`);
    const { wrong, statuses } = await cancelPoints({ ledger, durable, open, every: 6 });
    expect(wrong).toEqual([]);
    expect(statuses.get('cancelled')).toBeGreaterThan(12);
  });

  it('C11 [E121] a cancel that races the end of a run: one of the two, and the caller is told which', async () => {
    const store = await openStore(`sqlite:${path.join(folder, 'race')}.db`);
    const engine = await createEngine({ store, nodeTypes: types(() => ({ value: 1 })), durable });
    const { id: workflow } = await engine.workflows.save(
      buildWorkflow({ id: 'race', nodes: [task('a'), task('b')], edges: ['a -> b'] }),
    );
    const ends = new Set<string>();
    for (let turns = 0; turns < 60; turns++) {
      const { id } = await engine.runs.start(workflow);
      for (let i = 0; i < turns % 12; i++) await new Promise((resolve) => setImmediate(resolve));
      // However slow the disk is, the run wins once.
      if (turns === 59) await engine.runs.finished(id);
      const told = await engine.runs.cancel(id).then(
        () => 'cancelled',
        (error: { readonly code: string }) => error.code,
      );
      const { status } = await engine.runs.finished(id);
      expect(told).toBe(status === 'cancelled' ? 'cancelled' : 'RUN_ENDED');
      const rows = await engine.runs.journal(id);
      expect(rows.filter(({ type }) => type === 'run.cancelled')).toHaveLength(
        status === 'cancelled' ? 1 : 0,
      );
      ends.add(status);
    }
    expect([...ends].toSorted()).toEqual(['cancelled', 'completed']);
    await engine.close();
    await store.close();
  });

  it('C11 [E121] of fifty runs one is cancelled: its calls that hang are aborted at once, the others complete', async () => {
    const aborted: string[] = [];
    const release = Promise.withResolvers<void>();
    let begun = 0;
    const hangs: NodeType['run'] = (call, { signal }) =>
      new Promise((resolve, reject) => {
        begun += 1;
        signal.addEventListener('abort', () => {
          aborted.push(call.run);
          reject(signal.reason as Error);
        });
        void release.promise.then(() => resolve({ value: call.node }));
      });
    const store = await openStore(`sqlite:${path.join(folder, 'fifty')}.db`);
    const limits = { executions: 200 };
    const engine = await createEngine({ store, nodeTypes: types(hangs), durable, limits });
    const { id: workflow } = await engine.workflows.save(
      buildWorkflow({ id: 'fifty', nodes: [task('a'), task('b')], edges: [] }),
    );
    const runs = await Promise.all(
      Array.from({ length: 50 }, async () => (await engine.runs.start(workflow)).id),
    );
    await expect.poll(() => begun).toBe(100);
    const victim = runs[17] ?? '';
    await engine.runs.cancel(victim);
    expect(await engine.runs.finished(victim)).toMatchObject({ status: 'cancelled' });
    expect(aborted).toEqual([victim, victim]);
    release.resolve();
    for (const run of runs.filter((id) => id !== victim)) {
      expect((await engine.runs.finished(run)).status).toBe('completed');
    }
    expect(aborted).toHaveLength(2);
    await engine.close();
    await store.close();
  });

  it('C11 [E121] the connection of a call in flight is closed', async () => {
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<string>();
    const silent = createServer((request) => {
      request.socket.once('close', () => closed.resolve('closed'));
      arrived.resolve();
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const fetches: NodeType['run'] = async (_, { signal }) => {
      await fetch(`http://127.0.0.1:${port}`, { signal });
      return { value: 'never' };
    };
    const engine = await createEngine({ store: memoryStore(), nodeTypes: types(fetches) });
    const { id } = await engine.runs.start(buildWorkflow({ nodes: [task('a')] }));
    await arrived.promise;
    await engine.runs.cancel(id);
    expect(await closed.promise).toBe('closed');
    await engine.close();
    silent.close();
  });
});

function types(run: NonNullable<NodeType['run']>): ReadonlyMap<string, NodeType> {
  const kind = { type: 'task', mode: 'execute', ports: 'any' } as const;
  return new Map([
    ...nativeNodeTypes({ functions: new Map() }),
    ['task', { kind, description: 'Calls a function of the test.', run }],
  ]);
}
