// Three real servers, each a process of its own, on one PostgreSQL, with limits and starts over all of them. What the functions do is in a
// ledger that all processes write to. One server is frozen and one killed, each while one of its runs has the mutex: nothing overlaps,
// nobody starves, and people see who has it, over REST and on the command line.
import process from 'node:process';
import { openStore } from '@skein/stores';
import { freshPostgres, neededServer, serveProcess, type FreshDatabase } from '@skein/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { print, printer, printing, until } from './printer.ts';
import { program, skein } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;
type Server = Awaited<ReturnType<typeof serveProcess>>;

let database: FreshDatabase;
let servers: readonly Server[] = [];
const { folder, ...printed } = printer();

const syncing = {
  skein: 1,
  id: 'syncing',
  policy: { runs: { debounce: { key: '${trigger.doc}', quietMs: 15_000 } } },
  nodes: [{ id: 'sync', type: 'function', config: print }],
};

const indexing = {
  skein: 1,
  id: 'indexing',
  nodes: [
    {
      id: 'index',
      type: 'function',
      config: print,
      debounce: { key: '${trigger.doc}', quietMs: 4000 },
    },
  ],
};

beforeAll(async () => {
  database = await freshPostgres(await neededServer('postgres'));
  // One after the other: the first one makes the tables.
  servers = [await startServer(), await startServer(), await startServer()];
  for (const workflow of [printing, syncing, indexing]) await send(0, '/workflows', workflow);
});

function startServer(): Promise<Server> {
  const command = [program, 'serve', '--port', '0', '--json'];
  return serveProcess(command, { cwd: folder, env: { SKEIN_STORE: database.url } });
}

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
  printed.remove();
});

async function send(nth: number, address: string, body?: Loose): Promise<Loose> {
  const response = await fetch(`${servers[nth]?.url}/api/v1${address}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

const start = async (nth: number, input: Loose): Promise<string> =>
  (await send(nth, '/workflows/printing/run', { input })).run_id;

it('[X600] starts on three servers become one run with the newest input; the reply, the run and `explain` say so', async () => {
  const started = [];
  for (const [nth, v] of [0, 1, 2, 0].entries()) {
    const body = { input: { doc: 'a', v: nth } };
    started.push(await send(v, '/workflows/syncing/run', body));
  }
  const [{ run_id: run }] = started as [{ readonly run_id: string }];
  expect(started).toMatchObject([
    { run_id: run, status: 'waiting', debounced: 'waiting' },
    ...Array.from({ length: 3 }, () => ({ run_id: run, status: 'waiting', debounced: 'joined' })),
  ]);
  expect(await send(1, `/runs/${run}`)).toMatchObject({ status: 'waiting', quiet: { key: 'a' } });
  const told = await skein(['runs', 'explain', run, 'sync', '--store', database.url]);
  expect(told.stdout).toContain('for further starts with the key "a"');
  const ended = await until(
    () => send(2, `/runs/${run}`),
    ({ status }) => status !== 'waiting' && status !== 'running',
  );
  expect(ended).toMatchObject({ status: 'completed', input: { v: 3 } });
  expect(printed.entries().filter((entry) => entry.run === run)).toHaveLength(2);
});

it('[X2300] a node with debounce that runs on three servers reach is executed for the newest, though its server is killed; REST and `explain` say by whom the others were superseded', async () => {
  const extra = await startServer();
  const store = await openStore(database.url);
  const asked = async () => (await store.slots?.list('|node debounce:a', 10)) ?? [];
  const ids: string[] = [];
  for (const url of [servers[0]?.url, servers[1]?.url, extra.url]) {
    const body = { input: { doc: 'a' } };
    const response = await fetch(`${url}/api/v1/workflows/indexing/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { run_id: id } = (await response.json()) as Loose;
    ids.push(id);
    // A server that is killed before it has asked for its run would ask later, and be the newest then.
    await until(asked, (slots) => slots.length === ids.length);
  }
  process.kill(extra.pid, 'SIGKILL');
  await store.close();
  const [first = '', , newest = ''] = ids;
  const ended = await until(
    () => Promise.all(ids.map((id) => send(1, `/runs/${id}`))),
    (runs) => runs.every(({ status }) => status === 'completed'),
  );
  expect(ended).toHaveLength(3);
  const entered = printed.entries().filter(({ run }) => ids.includes(run));
  expect(new Set(entered.map(({ run }) => run))).toEqual(new Set([newest]));
  const { words } = await send(1, `/runs/${first}/explain?node=index`);
  expect(words.join(' ')).toContain(`superseded by run ${newest}`);
  const told = await skein(['runs', 'explain', first, 'index', '--store', database.url]);
  expect(told.stdout).toContain(`superseded by run ${newest}`);
});

it('[X360] three servers, one frozen and one killed by kill -9: runs with the same mutex never overlap, and all have their turn', async () => {
  const [killed, frozen] = servers as [Server, Server, Server];
  const stopped = new Map<number, number>();
  const first = await start(0, { printer: 1, gate: 'first' });
  await until(() => printed.hasEntered(first));
  const second = await start(1, { printer: 1, gate: 'second', rank: -5 });
  const others: string[] = [];
  for (let i = 0; i < 8; i++) others.push(await start(2, { printer: 1, rank: i % 3 }));
  const [some = '', other = ''] = others;
  const waiting = await until(
    () => send(2, `/runs/${other}`),
    ({ slots }) => slots?.[0]?.heldBy?.length > 0,
  );
  expect(waiting).toMatchObject({
    status: 'waiting',
    slots: [{ node: 'print', isGranted: false, heldBy: [first] }],
  });
  const told = await skein(['runs', 'explain', some, 'print', '--store', database.url]);
  expect(told.stdout).toContain(`"node:printer 1" (at most 1), held by run ${first}`);
  // Another printer waits for nobody.
  const free = await start(2, { printer: 2 });
  await until(() => printed.hasEntered(free));

  stopped.set(killed.pid, Date.now());
  process.kill(killed.pid, 'SIGKILL');
  printed.open('first');
  // Whoever takes over has the mutex, and is followed by the one that goes first; its server freezes with it.
  await until(() => printed.hasEntered(second));
  stopped.set(frozen.pid, Date.now());
  process.kill(frozen.pid, 'SIGSTOP');
  printed.open('second');
  const all = [first, second, ...others];
  await until(
    () => Promise.all(all.map((run) => send(2, `/runs/${run}`))),
    (runs) => runs.every(({ status }) => status === 'completed'),
  );
  process.kill(frozen.pid, 'SIGCONT');
  const times = printed.calls(all, stopped);
  // Those whose server died or froze were called again, each of the others once.
  const calls = all.map((run) => times.filter((call) => call.run === run).length);
  expect(calls).toEqual([2, 2, ...others.map(() => 1)]);
  for (const [i, { from }] of times.slice(1).entries()) {
    expect(from).toBeGreaterThanOrEqual(times[i]?.to ?? Infinity);
  }
  // It wakes up, finds that its run has gone on without it, and is of use again.
  const after = await start(1, { printer: 1 });
  await until(
    () => send(2, `/runs/${after}`),
    ({ status }) => status === 'completed',
  );
});
