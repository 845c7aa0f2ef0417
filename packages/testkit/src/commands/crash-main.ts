// npm run crash
//   --store sqlite|postgres   on this one alone
//   --host restate            on Restate, where workers die
//   --story moved             of a run that fails, is resumed in a mended version, and is moved to a third one while it waits
//   --story functions         of durable functions alone: maps, sleeps, questions, child runs, deadlines, a race, a restart
//   --signal SIGKILL|SIGTERM  with this one alone; SIGSTOP: workers of Restate are frozen, and thawed after a takeover
//   --every N                 every N-th point (default 1)
//   --points 44,44,70-78      only these, in this order
//   --lanes N                 processes at the same time (default 2)
// Kills W-full at every point, before and after every append and every external call, and lets another process finish.
// On PostgreSQL three processes then share runs; one is killed, one frozen and thawed.
import process from 'node:process';
import { crashHosted } from '../hosts/crash-hosted.ts';
import { impatience, openFreezeLane } from '../hosts/freeze-lane.ts';
import { startLedger, type Ledger } from '../ledger/ledger.ts';
import { CrashLane, type CrashResult } from '../crash/crash-lane.ts';
import { crashDatabase, crashFiles, type CrashStore } from '../crash/crash-stores.ts';
import { fullStories, type FullStory } from '../crash/full-world.ts';
import type { Death } from '../crash/crash-points.ts';
import { sharedLeaseMs, shareOnPostgres } from '../crash/share-on-postgres.ts';
import { readOptions } from './read-options.ts';

const values = readOptions(import.meta.filename, {
  store: { type: 'string' },
  host: { type: 'string' },
  story: { type: 'string', default: 'full' },
  signal: { type: 'string' },
  every: { type: 'string', default: '1' },
  points: { type: 'string' },
  lanes: { type: 'string', default: '2' },
});
const isFreezing = values.host === 'restate' && values.signal === 'SIGSTOP';
const signals = (['SIGKILL', 'SIGTERM', 'SIGSTOP'] as const).filter((signal) =>
  values.signal === undefined ? signal !== 'SIGSTOP' : values.signal === signal,
);
const story = storyOf(values.story);
const every = Number(values.every);
const lanes = Number(values.lanes);
/** More points than W-full has: the matrix ends where the run ends before a point. */
const beyond = 10;

/** What may pass between the expiry of a lease and the first step of the next owner. */
const takeoverMaxMs = 5000;

let failures = 0;
if (values.host === 'restate') await onPostgres(onRestate);
else {
  if (values.store !== 'postgres')
    await matrix(
      'sqlite',
      crashesIn(async () => crashFiles()),
    );
  if (values.store !== 'sqlite')
    await onPostgres(async (url) => {
      await matrix(
        'postgres',
        crashesIn(() => crashDatabase(url)),
      );
      if (story === 'full') await sharing(url);
    });
}
process.exitCode = failures === 0 ? 0 : 1;

function isStory(name: string): name is FullStory {
  return Object.hasOwn(fullStories, name);
}

function storyOf(name: string): FullStory {
  if (isStory(name)) return name;
  throw new Error(`--story: "${name}" is none of ${Object.keys(fullStories).join(', ')}.`);
}

async function onPostgres(play: (url: string) => Promise<void>): Promise<void> {
  const given = process.env['SKEIN_TEST_POSTGRES'];
  if (given !== undefined && given !== '') {
    await play(given);
    return;
  }
  const { startPostgres } = await import('../servers/postgres-server.ts');
  const server = await startPostgres();
  try {
    await play(server.url);
  } finally {
    await server.stop();
  }
}

async function sharing(url: string): Promise<void> {
  const { wrong, completed, refused, takeoverMs } = await shareOnPostgres(url);
  const isLate = takeoverMs > sharedLeaseMs + takeoverMaxMs;
  failures += wrong.length + (isLate ? 1 : 0);
  process.stdout.write(
    `shared by three processes: ${completed} runs, ${wrong.length} wrong, 0 is wanted; ${refused} writes of the thawed one refused; takeover ${(takeoverMs / 1000).toFixed(1)} s, lease ${sharedLeaseMs / 1000} s + 5 s is the limit\n`,
  );
  for (const text of wrong) process.stdout.write(`  ${text}\n`);
}

async function onRestate(postgres: string): Promise<void> {
  const { startRestate } = await import('../servers/restate-server.ts');
  const server = await startRestate(isFreezing ? impatience : {});
  const crashes = crashesIn(() => crashHosted(postgres, server));
  const freezes = (ledger: Ledger) => openFreezeLane({ ledger, postgres, doors: server });
  try {
    await matrix('restate', isFreezing ? freezes : crashes);
  } finally {
    await server.stop();
  }
}

type Lane = Pick<CrashLane, 'undisturbed' | 'crash'> & { close(): void | Promise<void> };

function crashesIn(open: () => Promise<CrashStore>): (ledger: Ledger) => Promise<Lane> {
  return async (ledger) => {
    const store = await open();
    const lane = new CrashLane({ ...store, ledger, story });
    return {
      undisturbed: () => lane.undisturbed(),
      crash: (...given) => lane.crash(...given),
      async close() {
        lane.close();
        await store.drop();
      },
    };
  };
}

async function matrix(name: string, open: (ledger: Ledger) => Promise<Lane>): Promise<void> {
  const startedMs = performance.now();
  const results: CrashResult[] = [];
  let points: readonly string[] = [];
  const deaths: Death[] = [];
  const lane = async (isFirst: boolean) => {
    const ledger = await startLedger();
    const crashes = await open(ledger);
    try {
      const expected = await crashes.undisturbed();
      if (isFirst) {
        ({ points } = expected);
        deaths.push(...allDeaths(points.length + beyond));
        process.stdout.write(`${name}: ${points.length} points, ${signals.join(' and ')}\n`);
      }
      for (let death = deaths.shift(); death !== undefined; death = deaths.shift()) {
        const result = await crashes.crash(death, expected);
        results.push(result);
        tell(name, result, points);
      }
    } finally {
      await crashes.close();
      await ledger.close();
    }
  };
  const first = lane(true);
  while (points.length === 0 && (await Promise.race([first, pause()])) === 'again');
  await Promise.all([first, ...Array.from({ length: lanes - 1 }, () => lane(false))]);
  summary(name, results, points);
  process.stdout.write(`${((performance.now() - startedMs) / 1000).toFixed(0)} s in all\n`);
}

function pause(): Promise<'again'> {
  return new Promise((resolve) => setTimeout(() => resolve('again'), 50));
}

function allDeaths(count: number): readonly Death[] {
  const chosen =
    values.points === undefined
      ? range(1, count, every)
      : values.points.split(',').flatMap(pointsIn);
  return signals.flatMap((signal) => chosen.map((point) => ({ point, signal })));
}

/** `7`, or `7-9`. */
function pointsIn(text: string): readonly number[] {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(text.trim()) ?? [];
  if (first === undefined)
    throw new Error(`--points: "${text}" is neither a number nor two with a dash between.`);
  return range(Number(first), Number(last), 1);
}

function range(first: number, last: number, step: number): readonly number[] {
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  return Array.from({ length: count }, (_, i) => first + i * step);
}

function tell(
  name: string,
  { death, hasDied, wrong }: CrashResult,
  points: readonly string[],
): void {
  if (wrong.length > 0) {
    failures += 1;
    const label = points[death.point - 1] ?? 'beyond the last one';
    process.stdout.write(`${name} ${death.signal} at point ${death.point} (${label}):\n`);
    for (const text of wrong) process.stdout.write(`  ${text}\n`);
  } else if (hasDied && death.point % 10 === 0) {
    process.stdout.write(
      `${name} ${death.signal}: point ${death.point} of about ${points.length}\n`,
    );
  }
}

function summary(name: string, results: readonly CrashResult[], points: readonly string[]): void {
  const died = results.filter(({ hasDied }) => hasDied);
  const slowest = died.toSorted((one, other) => other.recoveredMs - one.recoveredMs)[0];
  const asked = died.reduce((sum, each) => sum + each.asked, 0);
  const wrong = results.filter((each) => each.wrong.length > 0).length;
  process.stdout.write(
    `${name}: ${died.length} deaths, ${wrong} wrong, 0 is wanted; ${asked} questions about unknown outcomes\n`,
  );
  if (slowest === undefined) return;
  const { death, recoveredMs } = slowest;
  process.stdout.write(
    `slowest recovery ${(recoveredMs / 1000).toFixed(1)} s, from ${death.signal} at point ${death.point} (${points[death.point - 1]})\n`,
  );
}
