// What every host of runs must survive: W-full is killed at a sample of its points (C1), and right after an effect (C2).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLedger, type Ledger } from '../ledger/ledger.ts';
import { CrashLane } from './crash-lane.ts';
import type { CrashStore } from './crash-stores.ts';
import type { Death } from './crash-points.ts';
import type { Played } from './play-full.ts';

export interface CrashSample {
  readonly name: string;
  /** Rules of the host that this proves; they precede the titles. */
  readonly cites?: string;
  readonly open: () => Promise<CrashStore>;
  /** Points by their labels; the first that has one. */
  readonly deaths: readonly (readonly [Death['signal'], string])[];
  /** Guarded effects whose results are lost. */
  readonly guarded: readonly string[];
}

export function crashContract({ name, cites = '', open, deaths, guarded }: CrashSample): void {
  describe(`crashes ${name}`, () => {
    let [ledger, store, lane, expected] = [] as unknown as [Ledger, CrashStore, CrashLane, Played];
    beforeAll(async () => {
      ledger = await startLedger();
      store = await open();
      lane = new CrashLane({ ...store, ledger });
      expected = await lane.undisturbed();
    });
    afterAll(async () => {
      lane.close();
      await ledger.close();
      await store.drop();
    });
    const crashAt = (label: string, signal: Death['signal'] = 'SIGKILL') => {
      const place = expected.points.indexOf(label);
      if (place === -1) throw new Error(`No point "${label}" in: ${expected.points.join('; ')}`);
      return lane.crash({ point: place + 1, label, signal }, expected);
    };

    it('the undisturbed run has many points, and asks nobody about outcomes', () => {
      expect(expected.points.length).toBeGreaterThan(80);
      expect(expected).toMatchObject({ status: 'completed', again: [], complaints: [], asked: 0 });
    });

    it.each(deaths)(
      `C1 ${cites}%s %s: the same output, nothing recorded is done again`,
      async (signal, label) => {
        expect(await crashAt(label, signal)).toMatchObject({ hasDied: true, wrong: [] });
      },
    );

    it(`C2 ${cites}an idempotent effect whose result was lost: the same key, one effect, nobody asked`, async () => {
      const result = await crashAt('after the call reserve');
      expect(result).toMatchObject({ hasDied: true, wrong: [], asked: 0 });
      const calls = ledger.calls.filter((call) => call.name === 'reserve');
      expect(calls).toHaveLength(2);
      expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
      expect(ledger.effects.filter((effect) => effect.name === 'reserve')).toHaveLength(1);
    });

    it.each(guarded)(
      `C2 ${cites}a guarded effect whose result was lost (%s): a person is asked, one effect`,
      async (effect) => {
        const result = await crashAt(`after the call ${effect}`);
        expect(result).toMatchObject({ hasDied: true, wrong: [], asked: 1 });
        expect(ledger.calls.filter((call) => call.name === effect)).toHaveLength(1);
      },
    );
  });
}
