// Goal: W-full, broken at first, survives the death of its process while somebody resumes it mended and moves it to another version. The
// points around those two here, all of them with `npm run crash -- --story moved`.
import { crashDatabase, crashFiles, CrashLane, startLedger, testServer } from '@skein/testkit';
import { expect, it } from 'vitest';

async function survive(
  opening: ReturnType<typeof crashDatabase>,
  deaths: readonly string[],
): Promise<void> {
  const ledger = await startLedger();
  const store = await opening;
  const lane = new CrashLane({ ...store, ledger, story: 'moved' });
  try {
    const expected = await lane.undisturbed();
    const [status, output] = ['completed', { edition: 'changed' }];
    expect(expected).toMatchObject({ status, output, again: [], complaints: [], asked: 0 });
    for (const label of deaths) {
      expect(expected.points).toContain(label);
      const point = expected.points.indexOf(label) + 1;
      const result = await lane.crash({ point, label, signal: 'SIGKILL' }, expected);
      expect(result).toMatchObject({ hasDied: true, wrong: [] });
    }
  } finally {
    lane.close();
    await ledger.close();
    await store.drop();
  }
}

it('[E851] W-full that is resumed and moved survives kill -9 around both, on SQLite', () =>
  survive(Promise.resolve(crashFiles()), ['after run.resumed', 'after run.moved']));

const server = await testServer('postgres');
it.skipIf('missing' in server)('[E851] the same on PostgreSQL', () =>
  survive(crashDatabase('url' in server ? server.url : ''), ['before run.moved']),
);
