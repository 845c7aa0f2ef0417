// The same work on each host: `npm run bench:hosts [RUNS]`. Many runs at once, each a chain of ten functions. First functions that do nothing,
// which shows what a step costs; then functions that wait 20 ms or compute for 5 ms, with one, two and four workers; then the kinds of steps on
// Restate. Prints the tables of docs/scale.md.
import process from 'node:process';
import { branchesCount, stepsCount } from '@skein/testkit';
import { onPostgres, onRestate, onSqlite, type Measured, type Work } from './host-worlds.ts';

const runs = Number(process.argv[2] ?? '200');
const steps = runs * stepsCount;

type Host = readonly [name: string, measure: (work: Work) => Promise<Measured>];

const workers = (count: number, word: string): Host => [
  `Restate, ${word} worker${count > 1 ? 's' : ''}`,
  (work) => onRestate(count, work),
];
const inProcess: Host = ['one process, PostgreSQL', (work) => onPostgres(1, work)];

await table(
  ['steps a second', 'processor time a step, ms'],
  [
    ['one process, SQLite', onSqlite],
    inProcess,
    ['two processes, PostgreSQL', (work) => onPostgres(2, work)],
    workers(1, 'one'),
    workers(2, 'two'),
  ],
  [''],
);
await table(
  [
    'waiting 20 ms: steps a second',
    'processor time, ms',
    'computing 5 ms: steps a second',
    'processor time, ms',
  ],
  [inProcess, workers(1, 'one'), workers(2, 'two'), workers(4, 'four')],
  ['wait', 'burn'],
);
line(['on Restate, one worker', 'processor time a step, ms']);
line(['---', '---']);
for (const [name, kind] of [
  ['a function on a worker, in a chain', ''],
  ['a function on a worker, one of 500 branches that are open at once', 'wide'],
  ['a function with `isFast`, called inside the turn', 'fast'],
  ['a `pure` function, called inside the turn', 'pure'],
] as const) {
  const each = kind === 'wide' ? branchesCount : stepsCount;
  const count = Math.max(1, Math.round(steps / each));
  const { cpuMs } = await onRestate(1, { runs: count, kind });
  line([name, (cpuMs / (count * each)).toFixed(2)]);
}
process.exit(0);

async function table(
  heads: readonly string[],
  hosts: readonly Host[],
  kinds: readonly Work['kind'][],
): Promise<void> {
  line(['host', ...heads]);
  line(Array.from({ length: heads.length + 1 }, () => '---'));
  for (const [name, measure] of hosts) {
    const cells: string[] = [];
    for (const kind of kinds) {
      const { ms, cpuMs } = await measure({ runs, kind });
      cells.push(((steps / ms) * 1000).toFixed(0), (cpuMs / steps).toFixed(2));
    }
    line([name, ...cells]);
  }
  process.stdout.write('\n');
}

function line(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
