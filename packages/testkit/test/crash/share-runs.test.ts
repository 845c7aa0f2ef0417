// Goal: several processes on one PostgreSQL share 300 runs. One is killed, one is frozen for twice its lease and thawed:
// nothing is lost, nothing happens twice, and what the thawed one still writes is refused.
import { openStore } from '@skein/stores';
import { freshPostgres, shareRuns, startLedger, testServer } from '@skein/testkit';
import { expect, it } from 'vitest';

const server = await testServer('postgres');

it.skipIf('missing' in server)('C9 three processes, 300 runs, one killed, one frozen', async () => {
  const database = await freshPostgres('url' in server ? server.url : '');
  const [store, ledger] = [await openStore(database.url), await startLedger()];
  const { url } = database;
  const [leaseMs, stepMs] = [2000, 250];
  try {
    const options = { url, store, ledger, processes: 3, runs: 300, leaseMs, stepMs };
    const result = await shareRuns(options);
    expect(result).toMatchObject({ wrong: [], completed: 300, effects: 1800 });
    expect(result.refused).toBeGreaterThan(0);
    // Others went on with them; how soon depends on what else the machine does.
    expect(result.takeoverMs).toBeLessThan(Infinity);
  } finally {
    await ledger.close();
    await store.close();
    await database.drop();
  }
});
