// Goal: a process that is frozen in the middle of a transaction does not keep others from the runs that it has locked.
import { runId, versionId, workflowId, type RunEvent } from '@skein/kernel';
import { openStore } from '@skein/stores';
import { freshPostgres, neededServer } from '@skein/testkit';
import { expect, it } from 'vitest';
import { postgresError } from '../src/postgres/postgres-errors.ts';
import { openPool } from '../src/postgres/postgres-pool.ts';

const row = (seq: number) =>
  ({ type: 'step.recorded', seq, at: seq, id: `e${seq}`, key: 'k' }) as RunEvent;

it('[S40] a client that stops in the middle of a transaction is disconnected, and others continue', async () => {
  const database = await freshPostgres(await neededServer('postgres'));
  const store = await openStore(database.url);
  const pool = openPool(database.url, 1);
  const created = { workflow: { id: workflowId('w'), version: versionId('v') }, depth: 0 };
  await store.runs.append(runId('run'), 0, [row(1)], { created, status: 'running' });
  const frozen = await pool.connect();
  const { rows } = await frozen.query<{ readonly limit: string }>(
    "select current_setting('idle_in_transaction_session_timeout') as limit",
  );
  expect(rows).toEqual([{ limit: '10s' }]);
  await frozen.query('begin');
  await frozen.query("select id from skein_runs where id = 'run' for update");
  // Ten seconds would be long for a test.
  await frozen.query('set idle_in_transaction_session_timeout = 100');
  await store.runs.append(runId('run'), 1, [row(2)], { status: 'waiting' });
  expect(await store.runs.get(runId('run'))).toMatchObject({ seq: 2 });
  const late = await frozen.query('commit').catch(postgresError('here'));
  expect(late).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  frozen.release(true);
  await pool.end();
  await store.close();
  await database.drop();
});
