import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastFire, nextFire, type Schedule } from '../src/features/triggers/next-fire.ts';
import { hello, serve, type Loose } from './serving.ts';

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2026, 0, 5, 12);

const iso = (at: number) => new Date(at).toISOString();

async function scheduled(config: object, from = noon) {
  const time = { now: from };
  const serving = await serve({ clock: { now: () => time.now } });
  await serving.send('POST', '/api/v1/workflows', { body: hello });
  const set = (next: object) =>
    serving.send('PUT', '/api/v1/workflows/hello/trigger', {
      body: { trigger_type_id: 'schedule', config: next },
    });
  expect((await set(config)).status).toBe(200);
  const { body } = await serving.send('GET', '/api/v1/triggers');
  const trigger = body.items[0].uuid;
  const history = async () => {
    const answer = await serving.send('GET', `/api/v1/triggers/${trigger}/history`);
    return answer.body.items.map(({ outcome, data }: Loose) => ({ outcome, ...data })).toReversed();
  };
  const fireAll = async () => {
    while ((await serving.server.fireDue()) > 0);
  };
  return { ...serving, time, trigger, set, history, fireAll };
}

it('[V74] of missed ticks the last one is run, and the history says which were left out', async () => {
  const { time, history, fireAll } = await scheduled({ cron: '*/5 * * * *' });
  time.now = noon + 72 * minute;
  await fireAll();
  expect(await history()).toEqual([
    { outcome: 'started', name: iso(noon + 70 * minute) },
    { outcome: 'missed', tick: iso(noon + 5 * minute), until: iso(noon + 65 * minute) },
  ]);
});

it('[V74] a tick that is at most a minute late is not missed, whatever is said of missed ones', async () => {
  const { time, history, fireAll } = await scheduled({ cron: '* * * * *', catchUp: 'none' });
  time.now = noon + 90 * minute + 30_000;
  await fireAll();
  expect(await history()).toEqual([
    { outcome: 'missed', tick: iso(noon + minute), until: iso(noon + 89 * minute) },
    { outcome: 'started', name: iso(noon + 90 * minute) },
  ]);
});

it('[V74] a new schedule fires at its first tick, and at each that follows within the minute', async () => {
  const { time, history, fireAll } = await scheduled({ cron: '*/2 * * * * *' });
  time.now = noon + 5000;
  await fireAll();
  expect(await history()).toEqual([
    { outcome: 'started', name: iso(noon + 2000) },
    { outcome: 'started', name: iso(noon + 4000) },
  ]);
});

it('[V74] a due tick is not lost when the workflow is saved again with the same times', async () => {
  const { send, time, trigger, history, fireAll } = await scheduled({ cron: '0 * * * *' });
  time.now = noon + hour + 1000;
  const body = { config: { cron: '0 * * * *', catchUp: 'all' } };
  expect((await send('PUT', `/api/v1/triggers/${trigger}`, { body })).status).toBe(200);
  await fireAll();
  expect(await history()).toEqual([{ outcome: 'started', name: iso(noon + hour) }]);
});

it.each([
  ['/config/cron', { cron: '0 0 30 2 *' }, /never fires/],
  ['/config/cron', { cron: 'whenever' }, /./],
  ['/config/timezone', { cron: '0 9 * * *', timezone: 'Europe/Pariss' }, /"Europe\/Pariss"/],
])('[V74] a schedule that cannot be used is refused at %s', async (pointer, config, message) => {
  const { set } = await scheduled({ cron: '0 * * * *' });
  const { status, body } = await set(config);
  expect(status).toBe(400);
  expect(body.error.details.complaints).toEqual([
    { in: 'body', pointer, message: expect.stringMatching(message) },
  ]);
});

it('[V74] a stored schedule that cannot be read delays no other', async () => {
  const { store, time, trigger, history, fireAll } = await scheduled({ cron: '0 * * * *' });
  const { items } = await store.triggers.list({ id: trigger });
  const [stored] = items;
  if (stored === undefined) throw new Error('The trigger was saved.');
  const config = { config: { cron: '0 * * * *', timezone: 'Nowhere' }, filter_rules: {} };
  await store.triggers.put({ ...stored, id: 'a-bad-one', config, nextFireAt: noon + 1 });
  time.now = noon + hour;
  await fireAll();
  expect(await history()).toEqual([{ outcome: 'started', name: iso(noon + hour) }]);
  expect((await store.triggers.list({ id: 'a-bad-one' })).items[0]?.nextFireAt).toBeNull();
});

const schedule = (cron: string, timezone = 'Europe/Paris'): Schedule => ({
  cron,
  timezone,
  catchUp: undefined,
});

function ticks(given: Schedule, from: number, to: number): readonly string[] {
  const found: string[] = [];
  for (let at = nextFire(given, from); at !== null && at <= to; at = nextFire(given, at)) {
    found.push(iso(at).slice(11, 16));
  }
  return found;
}

// In Paris the clocks go from 02:00 to 03:00 at 01:00 UTC, and from 03:00 to 02:00 at 01:00 UTC.
const forward = Date.UTC(2026, 2, 28, 23, 59);
const back = Date.UTC(2026, 9, 24, 23, 59);

it.each([
  ['*/15 2 * * *', ['01:00'], ['00:00', '00:15', '00:30', '00:45']],
  ['0,30 2 * * *', ['01:00'], ['00:00', '00:30']],
  ['30 2 * * *', ['01:00'], ['00:30']],
  ['0 */2 * * *', ['01:00', '02:00'], ['00:00', '03:00']],
  ['30 * * * *', ['00:30', '01:30', '02:30'], ['00:30', '01:30', '02:30']],
  ['@hourly', ['00:00', '01:00', '02:00', '03:00'], ['00:00', '01:00', '02:00', '03:00']],
])('[V74] %s fires as documented in the nights in which clocks change', (cron, skips, repeats) => {
  expect(ticks(schedule(cron), forward, forward + 3 * hour + minute)).toEqual(skips);
  expect(ticks(schedule(cron), back, back + 3 * hour + minute)).toEqual(repeats);
});

/** Looks at every minute of the wall, with another formatter than the one under test. */
function wallTimes(timezone: string, from: number, to: number) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
  });
  const found: { readonly at: number; readonly wall: string }[] = [];
  for (let at = from; at <= to; at += minute) found.push({ at, wall: format.format(at) });
  return found;
}

it('[V74] what a schedule of every hour fires is what the wall shows, in every zone', () => {
  const zones = ['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];
  const starts = [forward, back, Date.UTC(2026, 2, 8, 5), Date.UTC(2026, 3, 4, 12)];
  const cases = fc.record({
    timezone: fc.constantFrom(...zones),
    start: fc.constantFrom(...starts),
    minutes: fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 4 }),
  });
  fc.assert(
    fc.property(cases, ({ timezone, start, minutes }) => {
      const end = start + 6 * hour;
      const expected = wallTimes(timezone, start + minute, end)
        .filter(({ wall }) => minutes.includes(Number(wall.slice(3))))
        .map(({ at }) => iso(at).slice(11, 16));
      expect(ticks(schedule(`${minutes.join(',')} * * * *`, timezone), start, end)).toEqual(
        expected,
      );
    }),
    { numRuns: 60 },
  );
});

it('[V74] a schedule with named hours fires each of its wall times once a day', () => {
  const cases = fc.record({
    start: fc.constantFrom(forward, back),
    hours: fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 4 }),
    at: fc.integer({ min: 0, max: 59 }),
  });
  fc.assert(
    fc.property(cases, ({ start, hours, at }) => {
      const day = start - hour + minute;
      const isShort = start === forward;
      const found = ticks(
        schedule(`${at} ${hours.join(',')} * * *`),
        day - 1,
        day + (isShort ? 23 : 25) * hour - 1,
      );
      // The skipped hour's tick falls on 03:00, where another tick may be.
      const isShared = isShort && at === 0 && hours.includes(2) && hours.includes(3);
      expect(found).toHaveLength(hours.length - (isShared ? 1 : 0));
    }),
    { numRuns: 60 },
  );
});

it('[V74] the last tick before a time is found without counting through them', () => {
  const first = Date.UTC(2026, 0, 1, 0, 0, 1);
  const now = Date.UTC(2026, 11, 31, 7, 30, 0, 500);
  expect(lastFire(schedule('* * * * * *', 'UTC'), first, now)).toBe(now - 500);
  expect(lastFire(schedule('0 9 1 * *', 'UTC'), Date.UTC(2026, 0, 1, 9), now)).toBe(
    Date.UTC(2026, 11, 1, 9),
  );
});
