// The same limits on a real Restate: three workers, each a process of its own, and a server. The worker whose call has the mutex is
// killed: Restate calls another one, nothing overlaps, and nobody starves.
import process from 'node:process';
import { createClient } from '@skein/api';
import { freePort, startBalancer, type ServedProcess } from '@skein/testkit';
import { expect, it } from 'vitest';
import { printer, printing, until } from './printer.ts';
import { installation } from './restate-processes.ts';

it('[X601] three workers on Restate, one killed by kill -9: runs with the same mutex never overlap, and all have their turn', async () => {
  const place = await installation();
  const printed = printer();
  const ports = [await freePort(), await freePort(), await freePort()];
  const balancer = await startBalancer(ports);
  const url = `http://127.0.0.1:${balancer.port}`;
  const workers: ServedProcess[] = [];
  for (const port of ports) {
    workers.push(await place.work(printed.folder, ['--port', String(port), '--url', url]));
  }
  const server = await place.serve(printed.folder);
  const client = createClient({ server: server.url });
  await client.call('createWorkflow', { body: printing });
  const start = async (input: object) => {
    const body = { input: { printer: 1, ...input } };
    return (await client.call('runWorkflow', { params: { id: 'printing' }, body })).run_id;
  };
  const first = await start({ gate: 'first' });
  await until(() => printed.hasEntered(first));
  const others: string[] = [];
  for (let i = 0; i < 6; i++) others.push(await start({ rank: i % 2 }));
  const [some = ''] = others;
  const get = (id: string) => client.call('getRun', { params: { id } });
  const waiting = await until(
    () => get(some),
    ({ slots }) => JSON.stringify(slots ?? '').includes('heldBy'),
  );
  expect(waiting.slots).toMatchObject([{ node: 'print', isGranted: false, heldBy: [first] }]);

  const pid = printed.entries().find(({ run }) => run === first)?.pid ?? 0;
  expect(workers.map((worker) => worker.pid)).toContain(pid);
  const stopped = new Map([[pid, Date.now()]]);
  process.kill(pid, 'SIGKILL');
  balancer.use(ports.filter((_, i) => workers[i]?.pid !== pid));
  printed.open('first');
  const all = [first, ...others];
  await until(
    () => Promise.all(all.map(get)),
    (runs) => runs.every(({ status }) => status === 'completed'),
  );
  const calls = printed.calls(all, stopped);
  expect(all.map((id) => calls.filter(({ run }) => run === id).length)).toEqual([
    2,
    ...others.map(() => 1),
  ]);
  for (const [i, { from }] of calls.slice(1).entries()) {
    expect(from).toBeGreaterThanOrEqual(calls[i]?.to ?? Infinity);
  }
  await place.close();
  balancer.close();
  printed.remove();
});
