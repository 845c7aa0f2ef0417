import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { DatabaseServer, Harness } from './harness.ts';
import { hopeless } from './hopeless.ts';
import { measureRounds } from './measure-rounds.ts';
import { median, type Cell, type Measurement, type System } from './measurement.ts';
import { runCell, type CellOptions } from './run-cell.ts';
import type { Planned } from './time-left.ts';

export interface RowOptions extends CellOptions {
  readonly rounds: number;
  readonly secondsEach: number;
  readonly commit: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly server: DatabaseServer | null;
  /** Systems that could take part and do not. */
  readonly absent: readonly System[];
  /** Of the same workload, for what cannot finish. */
  readonly smaller: readonly Measurement[];
  readonly onCell: (cell: Cell) => void;
  /** After every round, so that an interrupted measurement keeps those that are done. */
  readonly keep: (measurement: Measurement) => void;
}

/** One workload at one size, all systems in turn. */
export async function measureRow(
  { workload: name, size, systems }: Planned,
  harness: Harness,
  options: RowOptions,
): Promise<void> {
  const workload = harness.workloads[name];
  if (workload === undefined) throw new Error(`The harness has no workload ${name}.`);
  const { rounds, secondsEach, timeoutS, commit, versions, absent, server, smaller } = options;
  const date = new Date().toISOString();
  const syncUs = [syncOf(options.store)];
  await measureRounds(systems, {
    rounds,
    secondsEach,
    hopeless: ({ id }) => hopeless(id, size, { timeoutS, smaller }),
    runCell: async (system, round) => {
      const made = system.needs?.includes('pg') === true ? await server?.create() : undefined;
      const database =
        made === undefined || server === null ? null : { url: made.url, pid: server.pid };
      const cell = await runCell({ system, workload, size, round, database }, options);
      if (made !== undefined) await server?.drop(made.name);
      options.onCell(cell);
      return cell;
    },
    onRound: (round, cells) => {
      const about = { workload: name, size, title: workload.title, unit: workload.unit, date };
      const machine = { node: process.versions.node, cores: cpus().length, syncUs: [...syncUs] };
      const done = { systems, absent, cells: [...cells], rounds, roundsDone: round + 1 };
      options.keep({ ...about, ...machine, commit, versions, timeoutS, ...done });
      syncUs.push(syncOf(options.store));
    },
  });
}

/** What one write of 4 KB with its sync takes here, in µs. */
function syncOf(folder: string): number {
  const file = path.join(folder, 'sync.bin');
  const opened = openSync(file, 'w');
  const block = Buffer.alloc(4096, 7);
  const times = Array.from({ length: 60 }, () => {
    const begun = performance.now();
    writeSync(opened, block);
    fdatasyncSync(opened);
    return (performance.now() - begun) * 1000;
  });
  closeSync(opened);
  rmSync(file);
  return median(times);
}
