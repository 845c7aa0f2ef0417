import type { CaseRecord, EvaluationRecord, Store } from '@skein/ports';
import { expect, it } from 'vitest';

const nasty = 'a "name" with ünï\u0000';

/** Datasets and evaluations of users. */
export function datasets(store: () => Store): void {
  it('[S2550] cases and evaluations belong to a user, and a case to one dataset', async () => {
    const { datasets: kept, evaluations } = store();
    const one: CaseRecord = {
      dataset: 'tickets',
      id: 'c1',
      user: 'ann',
      input: { text: nasty },
      metadata: { from: 'mail' },
      tags: ['hard', nasty],
      createdAt: 1,
    };
    await kept.put(one);
    await kept.put({ ...one, user: 'bob' });
    await kept.put({ ...one, dataset: 'others' });
    await kept.put({ ...one, id: 'c2', expected: null, run: 'r1', createdAt: 2 });
    await kept.put({ ...one, expected: { label: 'bug' }, createdAt: 3 });
    expect((await kept.list({ dataset: 'tickets', user: 'ann' })).items).toEqual([
      { ...one, expected: { label: 'bug' } },
      { ...one, id: 'c2', expected: null, run: 'r1', createdAt: 2 },
    ]);
    expect(await kept.count('tickets', 'ann')).toBe(2);
    expect(await kept.get('tickets', 'c1', 'bob')).toEqual({ ...one, user: 'bob' });
    expect((await kept.names({ user: 'ann' })).items).toMatchObject([
      { name: 'tickets', createdAt: 1, updatedAt: 3 },
      { name: 'others' },
    ]);
    expect(await kept.delete('tickets', 'c2', 'bob')).toBe(false);
    expect(await kept.delete('tickets', 'c2', 'ann')).toBe(true);
    expect(await kept.drop('tickets', 'ann')).toBe(true);
    expect(await kept.drop('tickets', 'ann')).toBe(false);
    expect(await kept.count('tickets', 'ann')).toBe(0);
    expect(await kept.count('tickets', 'bob')).toBe(1);

    const measured: EvaluationRecord = {
      id: 'e1',
      user: 'ann',
      workflow: 'w',
      version: 'v',
      dataset: 'tickets',
      status: 'running',
      settings: { trials: 1 },
      report: null,
      createdAt: 1,
      updatedAt: 1,
    };
    await evaluations.put(measured);
    await evaluations.put({ ...measured, id: 'e2' });
    const done = { ...measured, status: 'done' as const, report: { eval: 1 }, updatedAt: 2 };
    await evaluations.put(done);
    expect(await evaluations.get('e1', 'ann')).toEqual(done);
    expect(await evaluations.get('e1', 'bob')).toBeUndefined();
    const ids = (await evaluations.list({ user: 'ann' })).items.map(({ id }) => id);
    expect(ids).toEqual(['e2', 'e1']);
    await evaluations.put({ ...measured, id: 'e3', user: 'bob' });
    const running = (await evaluations.list({ status: 'running' })).items;
    expect(running.map(({ id, user }) => [id, user])).toEqual([
      ['e3', 'bob'],
      ['e2', 'ann'],
    ]);
    expect(await evaluations.delete('e2', 'ann')).toBe(true);
  });
}
