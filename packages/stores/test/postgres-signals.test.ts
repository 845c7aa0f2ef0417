import { openStore } from '@skein/stores';
import { freshPostgres, neededServer } from '@skein/testkit';
import { Client } from 'pg';
import { expect, it } from 'vitest';

it('[S42] a signal reaches every listener on the database, also after its connection was cut', async () => {
  const database = await freshPostgres(await neededServer('postgres'));
  const [here, there] = [await openStore(database.url), await openStore(database.url)];
  const heard: string[] = [];
  const stop = await here.signals?.listen((text) => heard.push(text));
  await there.signals?.send('first');
  await expect.poll(() => heard).toEqual(['first']);

  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`);
  await client.end();
  await expect
    .poll(async () => {
      await there.signals?.send('second');
      return heard.includes('second');
    })
    .toBe(true);

  stop?.();
  const before = heard.length;
  await there.signals?.send('third');
  await here.close();
  expect(heard).toHaveLength(before);
  await there.close();
  await database.drop();
});
