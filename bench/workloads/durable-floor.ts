// The durable floor: one table and one prepared insert by hand, with the same settings and the same rows.
import { DatabaseSync } from 'node:sqlite';
import { benchFile, rowAt } from './durable-rows.ts';
import type { Workloads } from './workload.ts';

function open() {
  const database = new DatabaseSync(benchFile());
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

export const durableFloor: Workloads = {
  'store chain': {
    unit: 'append',
    sizes: [1000],
    prepare: async (size) => {
      const { insert, begin, commit } = open();
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
      const { insert, begin, commit } = open();
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

/** Whoever waits for a row hears of it in the next turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
