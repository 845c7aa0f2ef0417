// The durable floor: one table and one hand-written prepared insert, with the same settings and the same rows.
import { DatabaseSync } from 'node:sqlite';
import { countUp } from './bodies.ts';
import { benchFile, rowAt } from './durable-rows.ts';
import type { Workloads } from './workload.ts';

export function openFloor(file = benchFile()) {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec(
    'create table journal (run text, seq integer, body text, primary key (run, seq)) without rowid',
  );
  return {
    insert: database.prepare('insert into journal values (?, ?, ?)'),
    begin: database.prepare('begin immediate'),
    commit: database.prepare('commit'),
  };
}

let runs = 0;

const text = 'x'.repeat(1000);

/** Steps one after the other, each in a transaction of its own. */
function oneByOne(rowOf: (seq: number) => unknown): (size: number) => Promise<() => Promise<void>> {
  return async (size) => {
    const { insert, begin, commit } = openFloor();
    return async () => {
      const run = `run ${++runs}`;
      let state = { count: 0 };
      for (let seq = 1; seq <= size; seq++) {
        state = await countUp(state);
        begin.run();
        insert.run(run, seq, JSON.stringify(rowOf(seq)));
        commit.run();
        await turn();
      }
    };
  };
}

/** This many rows at a time in one transaction, this many times. */
function inGroups(times: number): (size: number) => Promise<() => Promise<void>> {
  return async (size) => {
    const { insert, begin, commit } = openFloor();
    return async () => {
      const first = runs + 1;
      runs += size;
      for (let seq = 1; seq <= times; seq++) {
        begin.run();
        for (let i = 0; i < size; i++) {
          insert.run(`run ${first + i}`, seq, JSON.stringify(rowAt(seq)));
        }
        commit.run();
        await turn();
      }
    };
  };
}

export const durableFloor: Workloads = {
  'durable chain': { unit: 'step', sizes: [100, 1000, 10_000], prepare: oneByOne(rowAt) },
  'durable loop': {
    unit: 'turn',
    sizes: [100, 1000, 5000],
    prepare: oneByOne((seq) => ({ ...rowAt(seq), text: `${seq} ${text}` })),
  },
  'durable fan-out': { unit: 'node', sizes: [1000], prepare: inGroups(1) },
  'durable runs': {
    unit: 'step',
    sizes: [200],
    units: (size) => size * 50,
    prepare: inGroups(50),
  },
  'durable pauses': { unit: 'run', sizes: [2000], prepare: inGroups(4) },
  'store chain': {
    unit: 'append',
    sizes: [1000],
    prepare: async (size) => {
      const { insert, begin, commit } = openFloor();
      return async () => {
        const run = `run ${++runs}`;
        for (let seq = 1; seq <= size; seq++) {
          begin.run();
          insert.run(run, seq, JSON.stringify(rowAt(seq)));
          commit.run();
          await turn();
        }
      };
    },
  },
  'store group': {
    unit: 'append',
    sizes: [200],
    units: (size) => size * 50,
    prepare: async (size) => {
      const { insert, begin, commit } = openFloor();
      return async () => {
        const first = runs + 1;
        runs += size;
        for (let seq = 1; seq <= 50; seq++) {
          begin.run();
          for (let i = 0; i < size; i++)
            insert.run(`run ${first + i}`, seq, JSON.stringify(rowAt(seq)));
          commit.run();
          await turn();
        }
      };
    },
  },
};

/** Callers that wait for a row are notified in the next tick of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
