// Databases as tools. Method: the tools of a configuration against a real PostgreSQL, asked from the side what has stayed.
import { configuredTools, type PostgresConfig } from '@skein/agents';
import { runId, type Json } from '@skein/kernel';
import type { Tool, ToolCall } from '@skein/ports';
import { freshPostgres, neededServer } from '@skein/testkit';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';

let database: Awaited<ReturnType<typeof freshPostgres>>;

beforeAll(async () => {
  database = await freshPostgres(await neededServer('postgres'));
  await database.run('create table orders (id int primary key, name text, at timestamptz)');
});
beforeEach(() => database.run("truncate orders; insert into orders values (1, 'ann'), (2, 'bob')"));
afterAll(() => database.drop());

async function toolOf(config: Omit<PostgresConfig, 'url'> & { readonly url?: string } = {}) {
  const environment = { SHOP_URL: database.url };
  const shop = { url: '${SHOP_URL}', ...config };
  const tools = configuredTools({ postgres: { shop } }, { folder: '/nowhere', environment });
  onTestFinished(() => tools.close());
  return (await tools.find('shop')) as Tool;
}

const callWith = (signal = new AbortController().signal): ToolCall => ({
  signal,
  idempotencyKey: 'k',
  callId: 'c',
  run: runId('r'),
  node: 'n',
  emit: () => {},
});

const ask = async (tool: Tool, query: string, values: readonly Json[] = []) =>
  tool.run({ query, values }, callWith());

const names = async () =>
  (await database.run('select name from orders order by id')).map(({ name }) => name);

it('[A3150] a statement with its values gives rows and how many', async () => {
  const tool = await toolOf();
  expect(await ask(tool, 'select id, name from orders where id = $1', [2])).toEqual({
    rows: [{ id: 2, name: 'bob' }],
    count: 1,
  });
  const hostile = "x'); drop table orders; --";
  expect(await ask(tool, 'update orders set name = $1', [hostile])).toEqual({ rows: [], count: 2 });
  expect(await names()).toEqual([hostile, hostile]);
  expect(tool).toMatchObject({ effect: 'guarded', approve: false });
});

it('[A3150] values of every kind are JSON', async () => {
  const text = `select 9007199254740993::bigint as large, 1.10::numeric as exact, 'NaN'::float8 as none,
    date '2026-11-18' as day, timestamp '2026-11-18 10:00' as plain, timestamptz '2026-11-18 10:00+02' as zoned,
    '\\x0102'::bytea as bytes, '{"a":[1]}'::jsonb as json, array[1,2] as list, null as nothing, $1::jsonb as given, $2::int[] as many`;
  const tool = await toolOf();
  expect(await ask(tool, text, [{ b: 1 }, [3, 4]])).toEqual({
    count: 1,
    rows: [
      {
        large: '9007199254740993',
        exact: '1.10',
        none: 'NaN',
        day: '2026-11-18',
        plain: '2026-11-18T10:00:00.000Z',
        zoned: '2026-11-18T08:00:00.000Z',
        bytes: 'AQI=',
        json: { a: [1] },
        list: [1, 2],
        nothing: null,
        given: { b: 1 },
        many: [3, 4],
      },
    ],
  });
});

it('[A3150] several statements in one text are refused, and what fails changes nothing', async () => {
  const tool = await toolOf();
  await expect(ask(tool, "insert into orders values (3, 'c'); select 1")).rejects.toThrow(
    /refuses it: cannot insert multiple commands/,
  );
  await expect(ask(tool, "insert into orders values (4, 'd'), (1, 'twice')")).rejects.toThrow(
    /duplicate key/,
  );
  expect(await names()).toEqual(['ann', 'bob']);
});

it('[A3151] read only stays so, and settings do not outlive their statement', async () => {
  const tool = await toolOf({ readOnly: true });
  expect(tool.effect).toBe('idempotent');
  const tricks = [
    'commit',
    'set transaction read write',
    'set default_transaction_read_only = off',
    'set session characteristics as transaction read write',
    "set search_path = 'pg_catalog'",
    "set statement_timeout = '1ms'",
  ];
  for (const trick of tricks) await ask(tool, trick).catch(() => {});
  await expect(ask(tool, 'delete from orders')).rejects.toThrow(/read-only transaction/);
  expect(await ask(tool, 'select count(*)::int as all from orders')).toMatchObject({
    rows: [{ all: 2 }],
  });
});

const isAsking = (words: string) =>
  database.run(
    `select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like '%${words}%'`,
  );

it('[A3152] too many rows are an error, and nothing of the statement stays', async () => {
  const tool = await toolOf({ rowsMax: 3 });
  const text = "insert into orders select g, 'many' from generate_series(10, 20) g returning id";
  await expect(ask(tool, text)).rejects.toThrow(/more than 3 rows: add a condition or a LIMIT/);
  expect(await names()).toEqual(['ann', 'bob']);
  expect(await ask(tool, 'select id from orders')).toMatchObject({ count: 2 });
  const wide = "select repeat('x', 3000000) as a from generate_series(1, 2)";
  await expect(ask(tool, wide)).rejects.toThrow(/more than 5000000 characters/);
});

it('[A3152] a statement ends at the server when it takes too long or is cancelled', async () => {
  const slow = await toolOf({ timeoutMs: 50 });
  await expect(ask(slow, "select pg_sleep(600), 'too-slow'")).rejects.toThrow(/statement timeout/);
  const tool = await toolOf();
  const stopping = new AbortController();
  const query = "with gone as (delete from orders) select pg_sleep(600), 'not-wanted'";
  const asked = Promise.resolve(tool.run({ query }, callWith(stopping.signal)));
  const outcome = asked.catch((error: unknown) => error);
  await expect.poll(() => isAsking('not-wanted')).toHaveLength(1);
  stopping.abort(new Error('given up'));
  expect(await outcome).toMatchObject({ message: 'given up' });
  await expect.poll(() => isAsking('not-wanted')).toHaveLength(0);
  expect(await names()).toEqual(['ann', 'bob']);
});

it('[A3153] says neither address nor password', async () => {
  const away = await toolOf({ url: 'postgres://skein:${SHOP_URL}@127.0.0.1:1/shop' });
  const error = await Promise.resolve(ask(away, 'select 1')).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message: 'The database "shop" could not be reached, or broke off.',
    failure: { code: 'TOOL_FAILED', retry: 'later' },
  });
  const tool = await toolOf();
  const { rows } = (await ask(tool, 'select $1::text as leaked', [database.url])) as {
    rows: Json;
  };
  expect(rows).toEqual([{ leaked: '[secret SHOP_URL]' }]);
});

it('[A3153] a secret that is no address of a database is refused', async () => {
  const tools = configuredTools(
    { postgres: { shop: { url: '${SHOP_URL}' } } },
    { folder: '/nowhere', environment: { SHOP_URL: 'https://example.org/canary' } },
  );
  onTestFinished(() => tools.close());
  const tool = (await tools.find('shop')) as Tool;
  await expect(ask(tool, 'select 1')).rejects.toThrow(
    'The secret of the database "shop" is no address of PostgreSQL.',
  );
});
