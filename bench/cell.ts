// One measured cell in a process of its own: node cell.ts SYSTEM WORKLOAD SIZE. Prints one line of JSON.
import process from 'node:process';
import { closeAll, type Workloads } from './workloads/workload.ts';

const [system = '', name = '', sizeText = ''] = process.argv.slice(2);
const size = Number(sizeText);
const workloads = await load(system);
const workload = workloads[name];
if (workload === undefined) throw new Error(`${system} has no workload "${name}"`);
const units = workload.units?.(size) ?? size;
const smallest = Math.min(...workload.sizes);

// This long, because the compiler is busy for about a second: shorter cells of small sizes varied by a third.
const WARM_MS = 1000;
const MEASURE_MS = 1500;
const TIMES_MIN = 5;
/** Slower cells are measured at least twice. */
const MEASURE_MAX_MS = 10_000;

// The code is warmed on the smallest size, so that every size is measured with the same machine code.
const warm = await workload.prepare(smallest);
for (const begun = performance.now(); performance.now() - begun < WARM_MS;) await warm();
const run = await workload.prepare(size);
await run();
const times: number[] = [];
const cpuBefore = process.cpuUsage();
const begun = performance.now();
const hasEnough = () => {
  const ms = performance.now() - begun;
  if (ms > MEASURE_MAX_MS) return times.length >= 2;
  return times.length >= TIMES_MIN && ms >= MEASURE_MS;
};
while (!hasEnough()) {
  const start = performance.now();
  await run();
  times.push(performance.now() - start);
}
const cpu = process.cpuUsage(cpuBefore);
const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
process.stdout.write(
  `${JSON.stringify({
    us: (median * 1000) / units,
    cpuUs: (cpu.user + cpu.system) / times.length / units,
    times: times.length,
  })}\n`,
);
await closeAll();

async function load(which: string): Promise<Workloads> {
  switch (which) {
    case 'floor':
      return {
        ...(await import('./workloads/floor.ts')).floor,
        ...(await import('./workloads/durable-floor.ts')).durableFloor,
        ...(await import('./workloads/postgres.ts')).postgresFloor,
      };
    case 'kernel':
      return (await import('./workloads/kernel.ts')).kernel;
    case 'engine':
      return (await import('./workloads/engine.ts')).engine;
    case 'stores':
      return (await import('./workloads/stores.ts')).stores;
    case 'postgres':
      return (await import('./workloads/postgres.ts')).postgres;
    case 'durable':
      return (await import('./workloads/durable.ts')).durable;
    default:
      throw new Error(`No system is named "${which}"`);
  }
}
