// Goal: W-full survives the death of its process. A sample of the points here, all of them with `npm run crash`.
import { crashDatabase, crashFiles, CrashLane, startLedger, testServer } from '@skein/testkit';
import type { CrashStore, Ledger, Played } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const limitMs = 60_000;

function describeCrashes(name: string, open: () => Promise<CrashStore>, more: () => void): void {
  describe(`crashes ${name}`, () => {
    beforeAll(async () => {
      ledger = await startLedger();
      store = await open();
      const { urlFor, durable } = store;
      lane = new CrashLane({ ledger, urlFor, durable });
      expected = await lane.undisturbed();
    }, limitMs);
    afterAll(async () => {
      lane.close();
      await ledger.close();
      await store.drop();
    });
    more();
  });
}

let ledger: Ledger;
let store: CrashStore;
let lane: CrashLane;
let expected: Played;

/** The number of the first point of that name. */
function pointOf(label: string): number {
  const place = expected.points.indexOf(label);
  if (place === -1) throw new Error(`There is no point "${label}".`);
  return place + 1;
}

const sampled = [
  ['SIGKILL', 'before run.started'],
  ['SIGKILL', 'after step.recorded of desk'],
  ['SIGKILL', 'before timer.fired'],
  ['SIGKILL', 'before child.finished of each'],
  ['SIGKILL', 'after wait.answered'],
  ['SIGTERM', 'before the call ship'],
  ['SIGTERM', 'after release'],
] as const;

function samples(): void {
  it('the undisturbed run has many points, and asks nobody about outcomes', () => {
    expect(expected.points.length).toBeGreaterThan(80);
    expect(expected).toMatchObject({ status: 'completed', again: [], complaints: [], asked: 0 });
  });

  it.each(sampled)(
    'C1 %s %s: the same output, nothing recorded is done again',
    async (signal, label) => {
      const result = await lane.crash({ point: pointOf(label), signal }, expected);
      expect(result).toMatchObject({ hasDied: true, wrong: [] });
    },
    limitMs,
  );

  it(
    'C2 an idempotent effect whose result was lost: the same key, one effect, nobody asked',
    async () => {
      const point = pointOf('after the call reserve');
      const result = await lane.crash({ point, signal: 'SIGKILL' }, expected);
      expect(result).toMatchObject({ hasDied: true, wrong: [], asked: 0 });
      const calls = ledger.calls.filter(({ name }) => name === 'reserve');
      expect(calls).toHaveLength(2);
      expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
      expect(ledger.effects.filter(({ name }) => name === 'reserve')).toHaveLength(1);
    },
    limitMs,
  );

  it.each(['pay', 'bill', 'stamp'])(
    'C2 a guarded effect whose result was lost (%s): a person is asked, one effect',
    async (name) => {
      const point = pointOf(`after the call ${name}`);
      const result = await lane.crash({ point, signal: 'SIGKILL' }, expected);
      expect(result).toMatchObject({ hasDied: true, wrong: [], asked: 1 });
      expect(ledger.calls.filter((call) => call.name === name)).toHaveLength(1);
    },
    limitMs,
  );
}

describeCrashes('on SQLite', async () => crashFiles(), samples);

const server = await testServer('postgres');
const [url, title] =
  'url' in server ? [server.url, 'on PostgreSQL'] : [null, `on PostgreSQL (${server.missing})`];
describe.skipIf(url === null)('with a server', () => {
  describeCrashes(title, () => crashDatabase(url ?? ''), samples);
});
