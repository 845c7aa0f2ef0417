// What outlives a process, and what two processes see of each other's data.
import { runId, versionId, workflowId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { asked, codeOf, recorded, saved, started, type Begun } from './fixtures.ts';

export function reopening(store: () => Store, begin: Begun, reopen: () => Promise<Store>): void {
  it('[S20] everything acknowledged is there when the store is opened again', async () => {
    await begin('r', { user: 'ann', idempotencyKey: 'k' });
    await store().runs.append(runId('r'), 1, [recorded(2)], {
      status: 'waiting',
      opened: [asked('w')],
      snapshot: { seq: 1, state: 1 },
      spent: { root: runId('r'), tokens: 3, usd: 1 },
    });
    await store().definitions.save(saved('d', '1'));
    const again = await reopen();
    expect(await again.runs.load(runId('r'))).toMatchObject({
      record: { status: 'waiting', user: 'ann' },
      snapshot: { seq: 1, state: 1 },
      events: [recorded(2)],
    });
    expect(await again.runs.journal(runId('r'))).toEqual([started('r'), recorded(2)]);
    expect((await again.waits.list({})).items).toEqual([asked('w')]);
    expect(await again.budgets.get(runId('r'))).toMatchObject({ tokens: 3, usd: 1 });
    expect(await again.definitions.get(workflowId('d'))).toEqual(saved('d', '1'));
    expect(await again.check()).toMatchObject({ isHealthy: true });
    await again.runs.append(runId('r'), 2, [recorded(3)]);
    expect(await again.runs.get(runId('r'))).toMatchObject({ seq: 3 });
  });
}

export function sharing(store: () => Store, begin: Begun, open: () => Promise<Store>): void {
  it('[S13] two servers that race for runs and rows never both win', async () => {
    const [one, two] = [store(), await open()];
    await one.leases.renew('one', 1000);
    await two.leases.renew('two', 1000);
    for (let i = 0; i < 20; i++) {
      const run = `run ${i}`;
      await begin(run);
      const claims = await Promise.all([
        one.leases.claim(runId(run), 'one', 5),
        two.leases.claim(runId(run), 'two', 5),
        one.leases.claim(runId(run), 'one', 5),
        two.leases.claim(runId(run), 'two', 5),
      ]);
      const owner = (await one.runs.load(runId(run)))?.owner;
      const epochs = claims.flatMap((claim) =>
        claim !== undefined && 'epoch' in claim ? [claim.epoch] : [],
      );
      expect(new Set(epochs).size).toBe(epochs.length);
      expect(claims.filter((claim) => claim !== undefined && !('epoch' in claim))).toHaveLength(2);
      expect(owner).toMatch(/^(?:one|two)$/);
      const codes = await Promise.all(
        [one, two, one, two].map((each, k) =>
          codeOf(() =>
            each.runs.append(
              runId(run),
              1,
              [recorded(2, `writer ${k}`)],
              undefined,
              Math.max(...epochs),
            ),
          ),
        ),
      );
      expect(codes.filter((code) => code === 'none')).toHaveLength(1);
    }
  });

  it('[S10] one key started over two servers starts one run', async () => {
    const stores = [store(), await open()];
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        codeOf(() =>
          (stores[i % 2] as Store).runs.append(runId(`run ${i}`), 0, [started(`run ${i}`)], {
            created: {
              workflow: { id: workflowId('w'), version: versionId('v') },
              depth: 0,
              user: 'ann',
              idempotencyKey: 'k',
            },
            status: 'running',
          }),
        ),
      ),
    );
    expect(codes.filter((code) => code === 'none')).toHaveLength(1);
    expect(codes.filter((code) => code === 'START_REPEATED')).toHaveLength(49);
  });

  it('[S14] two servers that look for due runs at once share them', async () => {
    const [one, two] = [store(), await open()];
    const all = Array.from({ length: 40 }, (_, i) => `run ${i}`);
    await Promise.all(all.map((run) => begin(run, { owner: 'dead' })));
    await one.leases.renew('one', 1000);
    await two.leases.renew('two', 1000);
    const claimed: string[] = [];
    for (let round = 0; round < 20 && claimed.length < all.length; round++) {
      const [left, right] = await Promise.all([
        one.leases.claimDue('one', 5, 5),
        two.leases.claimDue('two', 5, 5),
      ]);
      claimed.push(...[...left, ...right].map(({ run }) => run));
    }
    expect(claimed.toSorted()).toEqual(all.toSorted());
  });
}
