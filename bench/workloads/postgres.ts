// The engine over PostgreSQL, and its floor: one hand-written prepared insert on the same server.
import process from 'node:process';
import { Client } from 'pg';
import { countUp } from './bodies.ts';
import { chain, paused } from './definitions.ts';
import { finish, openEngine, pauseAndAnswer } from './durable.ts';
import { rowAt } from './durable-rows.ts';
import { postgresUrl } from './postgres-url.ts';
import { closeLater, type Workloads } from './workload.ts';

const sizes = [100, 1000];

export const postgres: Workloads = {
  'postgres chain': {
    unit: 'step',
    sizes,
    prepare: async (size) => {
      const engine = await openEngine(await postgresUrl());
      const { id } = await engine.workflows.save(chain(size));
      return () => finish(engine, id, size);
    },
  },
  'postgres pauses': {
    unit: 'run',
    sizes: [2000],
    prepare: async (size) => {
      const engine = await openEngine(await postgresUrl());
      const { id } = await engine.workflows.save(paused());
      return () => pauseAndAnswer(engine, id, size);
    },
  },
};

let runs = 0;

export const postgresFloor: Workloads = {
  'postgres chain': {
    unit: 'step',
    sizes,
    prepare: async (size) => {
      const client = new Client({ connectionString: await postgresUrl() });
      await client.connect();
      closeLater(() => client.end());
      await client.query(
        'create table if not exists floor_journal (run text, seq bigint, at bigint, body text, primary key (run, seq))',
      );
      const insert = {
        name: 'floor',
        text: 'insert into floor_journal values ($1, $2, $3, $4)',
      };
      const who = `${process.pid}-${++runs}`;
      let run = 0;
      return async () => {
        run += 1;
        let state = { count: 0 };
        for (let seq = 1; seq <= size; seq++) {
          state = await countUp(state);
          const body = JSON.stringify(rowAt(seq));
          await client.query({ ...insert, values: [`run ${who} ${run}`, seq, Date.now(), body] });
        }
      };
    },
  },
};
