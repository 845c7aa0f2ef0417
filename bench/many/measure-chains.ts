// Many durable chains at once, in one process or in several on one database.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { processCpuMs } from '@skein/testkit';
import type { ChainsTook } from './chains-main.ts';

export interface ChainsFigure {
  readonly perSecond: number;
  /** CPU of all engines for a step, in microseconds. */
  readonly engineUs: number;
  /** CPU of the database for a step; 0 where it is inside the engine. */
  readonly databaseUs: number;
  /** How many cores all of it kept busy. */
  readonly cores: number;
}

export interface Chains {
  readonly store: string;
  readonly processes: number;
  /** Over all processes. */
  readonly runs: number;
  readonly steps: number;
  /** The id of the process of the database, if it has one. */
  readonly database?: number | undefined;
}

const program = path.join(import.meta.dirname, 'chains-main.ts');

export async function measureChains(chains: Chains): Promise<ChainsFigure> {
  const { store, processes, runs, steps, database } = chains;
  const children: ChildProcess[] = [];
  try {
    // One after the other: the first makes the tables.
    for (let i = 0; i < processes; i++) {
      const child = fork(program, [store, String(steps)]);
      children.push(child);
      await once(child, 'message');
    }
    const share = Math.ceil(runs / processes);
    // Once for the compiler, once for the figure.
    await play(children, share);
    const before = database === undefined ? 0 : processCpuMs(database);
    const took = await play(children, share);
    const spent = (database === undefined ? 0 : processCpuMs(database)) - before;
    const all = share * processes * steps;
    const cpuMs = took.reduce((sum, each) => sum + each.cpuMs, 0);
    const ms = Math.max(...took.map((each) => each.ms));
    return {
      perSecond: (all / ms) * 1000,
      cores: (cpuMs + spent) / ms,
      engineUs: (cpuMs * 1000) / all,
      databaseUs: (spent * 1000) / all,
    };
  } finally {
    for (const child of children) child.kill();
  }
}

/** All begin at the same time. */
function play(children: readonly ChildProcess[], runs: number): Promise<readonly ChainsTook[]> {
  return Promise.all(
    children.map(async (child) => {
      const answer = once(child, 'message');
      child.send(runs);
      const [took] = (await answer) as [ChainsTook];
      return took;
    }),
  );
}
