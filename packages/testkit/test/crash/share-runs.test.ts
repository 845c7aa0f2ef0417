// Goal: several processes on one PostgreSQL share 300 runs. One is killed, one is frozen for twice its lease and thawed:
// nothing is lost, nothing happens twice, and what the thawed one still writes is fenced. How soon others take over the runs
// of the dead one is measured by `npm run crash`, on a machine that does nothing else.
import { shareOnPostgres, testServer } from '@skein/testkit';
import { expect, it } from 'vitest';

const server = await testServer('postgres');

it.skipIf('missing' in server)('C9 three processes, 300 runs, one killed, one frozen', async () => {
  const result = await shareOnPostgres('url' in server ? server.url : '');
  expect(result).toMatchObject({ wrong: [], completed: 300, effects: 1800 });
  expect(result.refused).toBeGreaterThan(0);
  expect(result.takeoverMs).toBeLessThan(Infinity);
});
