// npm run sim
//   --seeds N         seeds 1..N of every workflow (default 100)
//   --seed S          this one seed
//   --workflow NAME   this one workflow; `fleet`: several engines on one store, agents with tools and subagents
import process from 'node:process';
import { simulatedWorkflows } from '../engine/simulated-workflows.ts';
import { simulateWorkflow } from '../engine/simulate-workflow.ts';
import { simulateFleet } from '../fleet/simulate-fleet.ts';
import { readOptions } from './read-options.ts';

const values = readOptions(import.meta.filename, {
  seeds: { type: 'string', default: '100' },
  seed: { type: 'string' },
  workflow: { type: 'string' },
});

const from = values.seed === undefined ? 1 : Number(values.seed);
const to = values.seed === undefined ? Number(values.seeds) : from;
const chosen = [...simulatedWorkflows].filter(
  ([name]) => values.workflow === undefined || values.workflow === name,
);

const withFleet = values.workflow === undefined || values.workflow === 'fleet';

if (!Number.isInteger(from) || !Number.isInteger(to) || (chosen.length === 0 && !withFleet)) {
  const known = [...simulatedWorkflows.keys(), 'fleet'].join(', ');
  process.stderr.write(`Use --seeds N, --seed S and --workflow NAME, one of: ${known}.\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await simulateAll();
}

async function simulateAll(): Promise<number> {
  let failed = 0;
  for (const [name, workflow] of chosen) {
    const startedMs = performance.now();
    let rows = 0;
    let engines = 0;
    const statuses: { [status: string]: number } = {};
    for (let seed = from; seed <= to; seed++) {
      try {
        const report = await simulateWorkflow(workflow, seed);
        statuses[report.status] = (statuses[report.status] ?? 0) + 1;
        engines += report.engines;
        rows += Object.values(report.rows).flat().length;
      } catch (error) {
        failed += 1;
        process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const ends = Object.entries(statuses).map(([status, count]) => `${count} ${status}`);
    process.stdout.write(
      `${name}: ${to - from + 1} seeds, ${ends.join(', ')}; ${rows} rows, ${engines} processes, ${seconds} s\n`,
    );
  }
  if (withFleet) failed += await simulateFleets();
  process.stdout.write(failed === 0 ? 'No invariant was broken.\n' : `${failed} seeds failed.\n`);
  return failed === 0 ? 0 : 1;
}

async function simulateFleets(): Promise<number> {
  const startedMs = performance.now();
  let failed = 0;
  let [rows, hosts, effects, slowestMs] = [0, 0, 0, 0];
  const statuses: { [status: string]: number } = {};
  for (let seed = from; seed <= to; seed++) {
    try {
      const report = await simulateFleet({ seed });
      for (const [status, count] of Object.entries(report.statuses))
        statuses[status] = (statuses[status] ?? 0) + count;
      rows += report.rows;
      hosts += report.hosts;
      effects += report.effects;
      slowestMs = Math.max(slowestMs, report.endedMs);
    } catch (error) {
      failed += 1;
      process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const ends = Object.entries(statuses).map(([status, count]) => `${count} ${status}`);
  process.stdout.write(
    `fleet: ${to - from + 1} seeds, ${ends.join(', ')}; ${rows} rows, ${hosts} processes, ${effects} effects, ` +
      `last run ended ${(slowestMs / 1000).toFixed(1)} s after the troubles; ${seconds} s\n`,
  );
  return failed;
}
