// npm run bench [-- --rounds 5 --only chain,loop --systems floor,engine]
// Rounds are the outer loop and sizes are interleaved, so that all cells see the same machine load; each figure is the median
// over rounds, each ratio is computed inside its round. Writes bench/results/latest.{md,json}.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs, promisify } from 'node:util';
import { durable } from './workloads/durable.ts';
import { durableFloor } from './workloads/durable-floor.ts';
import { floor } from './workloads/floor.ts';
import { kernel } from './workloads/kernel.ts';
import { engine } from './workloads/engine.ts';
import { postgres, postgresFloor } from './workloads/postgres.ts';
import { postgresUrl } from './workloads/postgres-url.ts';
import { stores } from './workloads/stores.ts';
import { closeAll } from './workloads/workload.ts';

interface Cell {
  readonly system: string;
  readonly workload: string;
  readonly size: number;
  readonly unit: string;
}

interface Figure {
  readonly us: number;
  readonly cpuUs: number;
}

const systems = {
  floor: { ...floor, ...durableFloor, ...postgresFloor },
  kernel,
  engine,
  stores,
  durable,
  postgres,
};
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    systems: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const cells = listCells(values.only?.split(','), values.systems?.split(','));
const figures = new Map<Cell, Figure[]>(cells.map((cell) => [cell, []]));
const run = promisify(execFile);
// One server for all cells, which find it in the environment.
if (cells.some(({ workload }) => workload.startsWith('postgres'))) await postgresUrl();

for (let round = 0; round < rounds; round++) {
  // The order rotates: no cell is always first.
  const order = cells.map((_, i) => cells[(i + round) % cells.length] as Cell);
  for (const [i, cell] of order.entries()) {
    process.stderr.write(`\rround ${round + 1}/${rounds}, cell ${i + 1}/${cells.length} `);
    figures.get(cell)?.push(await measure(cell));
  }
}
process.stderr.write('\n');
const table = toTable();
const folder = path.join(import.meta.dirname, 'results');
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, 'latest.md'), table);
const rows = cells.map((cell) => ({ ...cell, rounds: figures.get(cell) }));
await writeFile(path.join(folder, 'latest.json'), `${JSON.stringify(rows, null, 2)}\n`);
process.stdout.write(table);
await closeAll();

function listCells(
  only: readonly string[] | undefined,
  which: readonly string[] | undefined,
): Cell[] {
  return Object.entries(systems).flatMap(([system, workloads]) =>
    Object.entries(workloads).flatMap(([workload, { sizes, unit }]) =>
      (which?.includes(system) ?? true) && (only?.some((name) => workload.includes(name)) ?? true)
        ? sizes.map((size) => ({ system, workload, size, unit }))
        : [],
    ),
  );
}

async function measure({ system, workload, size }: Cell): Promise<Figure> {
  const script = path.join(import.meta.dirname, 'cell.ts');
  const { stdout } = await run(process.execPath, [script, system, workload, String(size)]);
  return JSON.parse(stdout) as Figure;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

/** The median over rounds of this cell's figure divided by another's of the same round. */
function ratio(cell: Cell, other: Cell | undefined): number {
  const own = figures.get(cell) ?? [];
  const base = other === undefined ? [] : (figures.get(other) ?? []);
  return median(own.map(({ us }, round) => us / (base[round]?.us ?? Number.NaN)));
}

function toTable(): string {
  const lines = [
    `Node ${process.version}, ${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores, ${rounds} rounds.`,
    '',
    '| workload | size | system | µs | CPU µs | per | × floor | × smallest size |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const cell of cells.toSorted((a, b) => a.workload.localeCompare(b.workload))) {
    const { system, workload, size, unit } = cell;
    const same = cells.filter((other) => other.workload === workload);
    const base = same.find((other) => other.system === 'floor' && other.size === size);
    const smallest = same
      .filter((other) => other.system === system)
      .reduce((least, other) => (other.size < least.size ? other : least), cell);
    const own = figures.get(cell) ?? [];
    const us = median(own.map((figure) => figure.us)).toFixed(2);
    const cpuUs = median(own.map((figure) => figure.cpuUs)).toFixed(2);
    const toFloor = base === undefined ? '' : ratio(cell, base).toFixed(1);
    const growth = ratio(cell, smallest).toFixed(2);
    lines.push(
      `| ${workload} | ${size.toLocaleString('en')} | ${system} | ${us} | ${cpuUs} | ${unit} | ${toFloor} | ${growth} |`,
    );
  }
  return `${lines.join('\n')}\n`;
}
