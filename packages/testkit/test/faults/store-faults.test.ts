// Goal: a store of which any call may fail costs time, never a result. Method: W-full, with a sample of all calls of all
// methods failing before, after and too late; all of them with `npm run faults`.
import {
  faultCampaign,
  faultyMemory,
  faultyPostgres,
  startLedger,
  testServer,
} from '@skein/testkit';
import type { Ledger } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.close());

const server = await testServer('postgres');

describe('C3 store faults', () => {
  it('C3 [E120] any call of the store may fail: the same result, no effect twice, no answer lost', async () => {
    const result = await faultCampaign({ ledger, ...faultyMemory() }, { every: 4, seeds: 15 });
    expect(result.wrong).toEqual([]);
    expect(result.methods.length).toBeGreaterThan(10);
    expect(result.faults).toBeGreaterThan(result.plays * 0.6);
  });

  it('C3 [E120] … also in a process that takes the run over from one that died', async () => {
    const options = { ledger, ...faultyMemory(), diesAfter: 22 };
    const result = await faultCampaign(options, { every: 29, seeds: 3 });
    expect(result.wrong).toEqual([]);
  });

  it.skipIf('missing' in server)(
    `C3 [E120] … and on PostgreSQL ${'missing' in server ? `(${server.missing})` : ''}`,
    async () => {
      const store = await faultyPostgres('url' in server ? server.url : '');
      try {
        const result = await faultCampaign({ ledger, ...store }, { every: 41, seeds: 2 });
        expect(result.wrong).toEqual([]);
      } finally {
        await store.drop();
      }
    },
  );
});
