// npm run bench:functions [-- --rounds 7 --write]
// What a step of a durable function costs beside a step of a graph, in memory and over SQLite. Both are measured in turn in every round, in
// CPU time of this process; the least of the rounds counts, because other programs only ever add to it. `--write` puts the table into
// BENCHMARKS.md.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createEngine, workflow } from 'skein';
import { chain } from './workloads/definitions.ts';
import { benchFile } from './workloads/durable-rows.ts';
import { must } from './workloads/workload.ts';
import { countUp, type Counted } from './workloads/bodies.ts';
import { writeTable } from './write-table.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, write: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);

const counting = workflow('counting', async (io, size: number) => {
  let count: Counted = { count: 0 };
  for (let i = 0; i < size; i++) count = await io.step('count', () => countUp(count));
  return count;
});

interface Pair {
  readonly store: string;
  readonly size: number;
  graphUs: number;
  functionUs: number;
}

async function measure(store: string, size: number): Promise<Pair> {
  const engine = await createEngine({
    store: store === 'memory' ? store : `sqlite:${benchFile()}`,
    workflows: [counting],
    // The arguments are those that the chain gives.
    functions: { countUp: (args) => countUp((args as { input: Counted }).input) as Promise<never> },
  });
  const { id } = await engine.workflows.save(chain(size));
  const inGraph = async () => {
    const begun = await engine.runs.start(id, { input: { count: 0 } });
    must((await engine.runs.finished(begun.id)).status === 'completed', 'graph');
  };
  const inFunction = async () => {
    must((await engine.run(counting, size)).output.count === size, 'function');
  };
  const pair: Pair = { store, size, graphUs: Infinity, functionUs: Infinity };
  // Code that is not compiled yet is slower.
  for (let warm = 0; warm < 3; warm++) await Promise.all([inGraph(), inFunction()]);
  for (let round = 0; round < rounds; round++) {
    pair.graphUs = Math.min(pair.graphUs, (await cpuUs(inGraph)) / size);
    pair.functionUs = Math.min(pair.functionUs, (await cpuUs(inFunction)) / size);
  }
  await engine.close();
  return pair;
}

async function cpuUs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const pairs: Pair[] = [];
for (const size of [1000, 10_000]) pairs.push(await measure('memory', size));
pairs.push(await measure('SQLite', 1000));
const lines = pairs.map(({ store, size, graphUs, functionUs }) => {
  const cells = [store, size.toLocaleString('en'), graphUs.toFixed(1), functionUs.toFixed(1)];
  return `| ${cells.join(' | ')} | ${(functionUs / graphUs).toFixed(2)} × |`;
});
const table = [
  '| store | steps | graph step, µs | function step, µs | ratio |',
  '|---|---|---|---|---|',
  ...lines,
].join('\n');
process.stdout.write(`${table}\n`);
if (values.write) await writeTable('functions', table);
