// Faults
// A database on a bad day: it fails before it wrote, or it wrote and the answer is lost, or it is slow. A caller that
// simply retries must end with everything written once.
import { runId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { faultyStore } from '@skein/simulation';
import { expect, it } from 'vitest';
import { codeOf, origin, recorded, started } from './fixtures.ts';

export function faults(store: () => Store): void {
  it.each(['before', 'after', 'later'] as const)(
    '[S2] every append that ends with an error (%s) can be made again',
    async (fault) => {
      const faulty = faultyStore(store());
      const appends = [
        (seq = 0) =>
          faulty.runs.append(runId('r'), seq, [started('r')], {
            created: origin,
            status: 'running',
          }),
        () =>
          faulty.runs.append(runId('r'), 1, [recorded(2)], {
            spent: { root: runId('r'), tokens: 1, usd: 0 },
          }),
        () =>
          faulty.runs.append(runId('r'), 2, [recorded(3), recorded(4)], { status: 'completed' }),
      ];
      for (const append of appends) {
        faulty.onAppend = () => fault;
        const first = codeOf(append);
        if (fault === 'later') faulty.waiting.shift()?.('after');
        expect(await first).not.toBe('none');
        faulty.onAppend = () => 'none';
        expect(await codeOf(append)).toBe('none');
        expect(await codeOf(append)).toBe('none');
      }
      expect(await store().runs.get(runId('r'))).toMatchObject({ seq: 4, status: 'completed' });
      expect(await store().budgets.get(runId('r'))).toMatchObject({ tokens: 1, usd: 0 });
    },
  );
}
