// npm run attacks
//   --runs N      open runs in the flooded file (default 100000)
//   --only WORDS  only attacks with these words in their names
// What strangers and careless authors have done to servers, done again to a real one: requests, memory, how long others waited, and
// how long a restart takes. docs/security.md has the figures.
import process from 'node:process';
import {
  forkBomb,
  largeDefinition,
  openRuns,
  slowUploads,
  type Damage,
} from '../attacks/attacks.ts';
import { cancelTree, restartFlooded } from '../attacks/flood-attacks.ts';
import {
  doublingTemplate,
  firstRuns,
  hostileSchema,
  largeRedaction,
  largeSaves,
} from '../attacks/large-work.ts';
import { readOptions } from './read-options.ts';

const values = readOptions(import.meta.filename, {
  runs: { type: 'string', default: '100000' },
  only: { type: 'string', default: '' },
});

const many = (count: number) => Array.from({ length: count }, (_, i) => i);
const node = { id: 'n', type: 'end' };
const edges = many(40_000).map((i) => ({ from: `x${i}`, to: `y${i}` }));
const keys = Object.fromEntries(many(500_000).map((i) => [`k${i}`, i]));

const attacks: readonly (readonly [string, () => Promise<Damage>])[] = [
  ['a map of a workflow over itself', forkBomb],
  ['5000 open runs, and kill -9', () => openRuns(5000)],
  [`a file with ${values.runs} open runs, and kill -9`, () => flooded(Number(values.runs))],
  ['the cancel of a tree of 5000 open runs', () => cancelTree(5000)],
  ['1,500 slow uploads without a key', () => slowUploads(1500)],
  ['40,000 broken edges', () => largeDefinition({ skein: 1, id: 'a', nodes: [node], edges })],
  ['500,000 unknown keys', () => largeDefinition({ skein: 1, id: 'a', nodes: [node], ...keys })],
  ['ten valid definitions of 10 MB, saved', largeSaves],
  ['the first runs of five versions of 20,000 nodes', firstRuns],
  ['4 MB in which addresses may begin, redacted', largeRedaction],
  ['texts that double', doublingTemplate],
  ['a schema that nobody can check', hostileSchema],
];

process.stdout.write(
  '| attack | requests | memory peak | others waited (p99) | of that, work | before it | restart | held |\n',
);
process.stdout.write('|---|---|---|---|---|---|---|---|\n');
let broken = 0;
for (const [name, attack] of attacks.filter(([each]) => each.includes(values.only))) {
  const { requests, peakMb, lagMs, workMs, idleMs, restartMs, isHeld } = await attack();
  const restart = restartMs === null ? '–' : `${Math.round(restartMs)} ms`;
  if (!isHeld) broken += 1;
  process.stdout.write(
    `| ${name} | ${requests} | ${Math.round(peakMb)} MB | ${Math.round(lagMs)} ms | ${Math.round(workMs)} ms | ${Math.round(idleMs)} ms | ${restart} | ${isHeld ? 'yes' : 'no'} |\n`,
  );
}
process.exitCode = broken === 0 ? 0 : 1;

async function flooded(runs: number): Promise<Damage> {
  const damage = await restartFlooded(runs);
  const { startCpuMs, readyMs, recoveryMs } = damage;
  const [cpu, ready, recovery] = [startCpuMs, readyMs, recoveryMs].map(Math.round);
  process.stderr.write(
    `Flooded: ${cpu} ms of CPU until it answered, ready after ${ready} ms, all that was due taken over after ${recovery} ms.\n`,
  );
  return damage;
}
