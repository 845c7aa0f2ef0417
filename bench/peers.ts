// npm run bench:peers -- [--harness DIR [--only W5,W2:1000] [--sizes 100,1000] [--stores disk] [--systems floor,skein,dbos] [--rounds 5] [--minutes 30]
//   [--before COMMIT]] [--write]
// Puts Skein's adapter into a copy of the harness that measures the peers, and measures all systems there in turn, on the same work. Each
// workload and size is kept as soon as it is measured; --missing measures what is not kept yet, --plan only says what would be measured and
// how long that takes, --write makes the tables in BENCHMARKS.md from all that is kept, here and in the repository.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isStale as isStaleIn } from './peers/is-stale.ts';
import { openHarness, versionsOf, type Harness } from './peers/harness.ts';
import { keep, publish, readKept } from './peers/kept.ts';
import { installEarlier, installSkein, type InstalledSkein } from './peers/install-skein.ts';
import { measureRow } from './peers/measure-row.ts';
import { isBefore, type Cell, type Measurement } from './peers/measurement.ts';
import { peersText } from './peers/peers-table.ts';
import { missingOf, planOf, type PlannedRow } from './peers/plan.ts';
import { secondsFor, shownTime, type Pace } from './peers/time-left.ts';
import { writeTable } from './write-table.ts';

const { values } = parseArgs({
  options: {
    harness: { type: 'string' },
    only: { type: 'string' },
    sizes: { type: 'string' },
    stores: { type: 'string' },
    systems: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    /** A cell that takes longer does not finish. */
    timeout: { type: 'string', default: '120' },
    /** What a peer may take of all rounds of a row together, in seconds. */
    each: { type: 'string', default: '40' },
    /** No row begins that would not be done by then. */
    minutes: { type: 'string' },
    /** An earlier commit of Skein that is measured, too. */
    before: { type: 'string' },
    store: { type: 'string' },
    missing: { type: 'boolean', default: false },
    plan: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const root = path.join(import.meta.dirname, '..');
const results = path.join(import.meta.dirname, 'results');
const kept = path.join(results, 'peers-kept');
/** In the repository. */
const published = path.join(import.meta.dirname, 'peers', 'published');
const isStale = (commit: string) => isStaleIn(root, commit);
const numbers = {
  rounds: countOf('rounds', values.rounds),
  timeoutS: countOf('timeout', values.timeout),
  secondsEach: countOf('each', values.each),
};

if (values.harness === undefined && !values.write) {
  fail('Say where the harness is: npm run bench:peers -- --harness DIR --only W1');
}
try {
  if (values.harness !== undefined) await measure(values.harness);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
if (values.write) {
  await writeTable('peers', peersText(allKept(), isStale));
  publish(published, allKept());
}
// Adapters that were loaded for their descriptions may keep the process.
process.exit(0);

function allKept(): readonly Measurement[] {
  return [...readKept(kept), ...readKept(published)];
}

async function measure(from: string): Promise<void> {
  if (!existsSync(path.join(from, 'run.mjs'))) throw new Error(`${from} is not the harness.`);
  const opened = await openHarness(from, path.join(results, 'peers'));
  const isWanted = ({ id }: { readonly id: string }) =>
    values.before !== undefined || !isBefore(id);
  const harness = { ...opened, systems: opened.systems.filter(isWanted) };
  const all = planOf(harness, {
    only: values.only?.split(','),
    sizes: values.sizes?.split(',').map((size) => countOf('sizes', size)),
    systems: values.systems?.split(','),
    stores: values.stores?.split(','),
  });
  const { rounds } = numbers;
  const plan = values.missing ? missingOf(all, allKept(), { rounds, isStale }) : all;
  const pace: Pace = { ...numbers, known: knownBefore };
  for (const row of plan) {
    const { workload, size, systems } = row;
    const time = shownTime(secondsFor([row], pace));
    say(`${workload} ${size}: ${systems.length} systems, about ${time}`);
  }
  say(`all: about ${shownTime(secondsFor(plan, pace))}`);
  if (!values.plan) await measurePlan(plan, harness, pace);
}

async function measurePlan(
  plan: readonly PlannedRow[],
  harness: Harness,
  pace: Pace,
): Promise<void> {
  const store = path.resolve(values.store ?? path.join(results, 'peers-store'));
  mkdirSync(store, { recursive: true });
  const systems = plan.flatMap((row) => row.systems);
  const needsServer = systems.some(({ needs }) => needs?.includes('pg') === true);
  const cluster = path.join(store, `pg-${process.pid}`);
  const server = needsServer ? await harness.startPostgres(cluster) : null;
  const versions = {
    ...versionsOf(harness.folder, systems, process.env),
    ...(server === null ? {} : { postgres: await server.version() }),
    ...(values.before === undefined ? {} : { 'skein before': values.before }),
  };
  // Skein as users install it, like the peers: its sources would take much longer to load.
  const skein = await installSkein();
  const earlier = await installBefore();
  const env = {
    ...process.env,
    SKEIN_LIBRARY: skein.library,
    ...(earlier === null ? {} : { SKEIN_BEFORE: earlier.library }),
  };
  const place = { harness: harness.folder, store, env, server, versions, commit: commitNow() };
  try {
    for (const [i, row] of plan.entries()) {
      if (!isTimeFor(row, pace)) {
        say(`${row.workload} ${row.size}: left out, there is no time for it`);
        continue;
      }
      const spent: Cell[] = [];
      await measureRow(row, harness, {
        ...numbers,
        ...place,
        absent: row.absent,
        smaller: allKept().filter(({ workload }) => workload === row.workload),
        onCell: (cell) => {
          spent.push(cell);
          say(`${progress(row, cell)}; ${leftOf(plan.slice(i), spent, pace)}`);
        },
        keep: (measurement) => {
          keep(kept, measurement);
        },
      });
    }
  } finally {
    await skein.remove();
    await earlier?.remove();
    await server?.stop();
    rmSync(cluster, { recursive: true, force: true });
  }
}

function isTimeFor(row: PlannedRow, pace: Pace): boolean {
  if (values.minutes === undefined) return true;
  return process.uptime() + secondsFor([row], pace) <= 60 * countOf('minutes', values.minutes);
}

async function installBefore(): Promise<InstalledSkein | null> {
  if (values.before === undefined) return null;
  const named = git('rev-parse', '--verify', '--short', `${values.before}^{commit}`);
  if (named.status !== 0) throw new Error(`--before: there is no commit ${values.before}.`);
  const commit = named.stdout.trim();
  say(`building Skein of ${commit}`);
  return installEarlier(commit, path.join(results, `before-${commit}`));
}

function leftOf([row, ...next]: readonly PlannedRow[], spent: readonly Cell[], pace: Pace): string {
  if (row === undefined) return '';
  const known: Pace['known'] = (planned, system) => {
    const own = planned === row ? spent.filter((cell) => cell.system === system) : [];
    return own.length > 0 ? own : pace.known(planned, system);
  };
  const whole = secondsFor([row], { ...pace, known });
  const here = Math.max(0, whole - spent.reduce((sum, { seconds }) => sum + seconds, 0));
  const all = here + secondsFor(next, pace);
  return `left: ${shownTime(here)} of this one, ${shownTime(all)} in all`;
}

function progress(
  { workload, size }: PlannedRow,
  { system, round, value, cpu, helperCpu, dnf, seconds }: Cell,
): string {
  const figure =
    dnf === undefined
      ? `${value?.toFixed(1)}${cpu === undefined ? '' : ` (CPU ${(cpu + (helperCpu ?? 0)).toFixed(1)})`}`
      : `DNF ${dnf}`;
  return `${workload} ${size} round ${round + 1}/${numbers.rounds} ${system} ${figure} [${seconds.toFixed(1)} s]`;
}

/** What cells took in the last measurement of the same row. */
function knownBefore({ workload, size }: Pick<PlannedRow, 'workload' | 'size'>, system: string) {
  const before = allKept()
    .filter((each) => each.workload === workload && each.size === size)
    .toSorted((a, b) => b.date.localeCompare(a.date));
  for (const { cells } of before) {
    const own = cells.filter((cell) => cell.system === system);
    if (own.length > 0) return own;
  }
  return [];
}

function commitNow(): string {
  const changed = git('status', '--porcelain', '--', 'packages').stdout !== '';
  return `${git('rev-parse', '--short', 'HEAD').stdout.trim()}${changed ? ' with changes' : ''}`;
}

function git(...options: readonly string[]) {
  return spawnSync('git', options, { cwd: root, encoding: 'utf8' });
}

function countOf(option: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) fail(`--${option} takes whole numbers above 0, not "${text}".`);
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
