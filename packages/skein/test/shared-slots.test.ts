// Three real servers, each a process of its own, on one PostgreSQL, and a mutex over all their runs. One is killed while one of its runs
// has the mutex: nothing overlaps, nobody starves, and people see who has it, over REST and on the command line.
import { rmSync } from 'node:fs';
import process from 'node:process';
import { freshPostgres, neededServer, serveProcess, type FreshDatabase } from '@skein/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderWith, program, skein } from './spawn-skein.ts';

type Loose = ReturnType<typeof JSON.parse>;
type Server = Awaited<ReturnType<typeof serveProcess>>;

let database: FreshDatabase;
let servers: readonly Server[] = [];
let folder = '';

const printing = {
  skein: 1,
  id: 'printing',
  nodes: [
    {
      id: 'print',
      type: 'function',
      config: { name: 'time.sleep', args: { ms: '${trigger.ms}' } },
      mutex: 'printer ${trigger.printer}',
    },
  ],
};

beforeAll(async () => {
  database = await freshPostgres(await neededServer('postgres'));
  ({ folder } = folderWith({ 'printing.json': printing }));
  const command = [program, 'serve', '--port', '0', '--json'];
  const start = () => serveProcess(command, { cwd: folder, env: { SKEIN_STORE: database.url } });
  // One after the other: the first one makes the tables.
  servers = [await start(), await start(), await start()];
  await send(0, '/workflows', printing);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function send(nth: number, path: string, body?: Loose): Promise<Loose> {
  const response = await fetch(`${servers[nth]?.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

const start = async (nth: number, input: Loose): Promise<string> =>
  (await send(nth, '/workflows/printing/run', { input })).run_id;

/** Until it holds; the common time limit of tests ends it. */
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}

/** From when to when it had the mutex. */
async function held(run: string): Promise<{ readonly from: number; readonly to: number }> {
  const { items } = await send(1, `/runs/${run}/journal`);
  const at = (type: string) =>
    new Date(items.find((row: Loose) => row.type === type)?.at).getTime();
  return { from: at('slot.granted'), to: at('node.completed') };
}

it('[X360] three servers, one killed by kill -9: runs with the same mutex never overlap, and all have their turn', async () => {
  const first = await start(0, { printer: 1, ms: 8000 });
  await until(
    () => send(1, `/runs/${first}`),
    ({ slots }) => slots?.[0]?.isGranted === true,
  );
  const others: string[] = [];
  for (let i = 0; i < 9; i++) others.push(await start(1 + (i % 2), { printer: 1, ms: 50 }));
  const free = await start(2, { printer: 2, ms: 10 });
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
  process.kill(servers[0]?.pid ?? 0, 'SIGKILL');
  const all = [first, ...others, free];
  await until(
    () => Promise.all(all.map((run) => send(1, `/runs/${run}`))),
    (runs) => runs.every(({ status }) => status === 'completed'),
  );
  const times = await Promise.all(all.map(held));
  const ended = times.pop();
  const inOrder = times.toSorted((a, b) => a.from - b.from);
  expect(inOrder[0]).toBe(times[0]);
  for (const [i, { from }] of inOrder.slice(1).entries()) {
    expect(from).toBeGreaterThanOrEqual(inOrder[i]?.to ?? Infinity);
  }
  // Another printer waits for nobody, not even for the dead.
  expect(ended?.to).toBeLessThan(times[0]?.to ?? 0);
});
