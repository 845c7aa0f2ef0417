// npm run sim
//   --seeds N         seeds 1..N of every workflow (default 100)
//   --seed S          this one seed
//   --workflow NAME   this one workflow
import process from 'node:process';
import { parseArgs } from 'node:util';
import { simulatedWorkflows } from './simulated-workflows.ts';
import { simulateWorkflow } from './simulate-workflow.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    seed: { type: 'string' },
    workflow: { type: 'string' },
  },
});

const from = values.seed === undefined ? 1 : Number(values.seed);
const to = values.seed === undefined ? Number(values.seeds) : from;
const chosen = [...simulatedWorkflows].filter(
  ([name]) => values.workflow === undefined || values.workflow === name,
);

if (!Number.isInteger(from) || !Number.isInteger(to) || chosen.length === 0) {
  const known = [...simulatedWorkflows.keys()].join(', ');
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
  process.stdout.write(failed === 0 ? 'No invariant was broken.\n' : `${failed} seeds failed.\n`);
  return failed === 0 ? 0 : 1;
}
