// The hosts that are compared: each does the same work, and reports how long it took and the CPU time of all of its processes.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { admin } from '@skein/restate';
import {
  freePort,
  freshPostgres,
  startBalancer,
  startPostgres,
  startRestate,
  workerProcess,
} from '@skein/testkit';

export interface Work {
  readonly runs: number;
  /**
   * What each function does: '' nothing, 'wait' waits 20 ms, 'burn' computes for 5 ms. 'fast', 'pure': nothing, inside the message.
   * 'wide': nothing, and all functions of a run are in flight at once.
   */
  readonly kind: '' | 'wait' | 'burn' | 'fast' | 'pure' | 'wide';
}

export interface Measured {
  readonly ms: number;
  /** Of engines, workers, Restate and PostgreSQL together. */
  readonly cpuMs: number;
}

/** The maximum number of streams per connection, so that connections are spread over the workers. */
const streams = { RESTATE_WORKER__INVOKER__HTTP2_STREAMS_PER_CONNECTION_LIMIT: '8' };
const cellProgram = fileURLToPath(new URL('host-cell.ts', import.meta.url));

export async function onSqlite({ runs, kind }: Work): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-hosts-'));
  const measured = await cell(`sqlite:${folder}/skein.db`, runs, kind);
  rmSync(folder, { recursive: true });
  return measured;
}

export async function onPostgres(processes: number, { runs, kind }: Work): Promise<Measured> {
  const server = await startPostgres();
  const database = await freshPostgres(server.url);
  const cells = await Promise.all(
    // One of them includes the server.
    Array.from({ length: processes }, (_, i) =>
      cell(database.url, runs / processes, kind, i === 0 ? [server.pid()] : []),
    ),
  );
  await server.stop();
  const ms = Math.max(...cells.map((one) => one.ms));
  return { ms, cpuMs: cells.reduce((sum, one) => sum + one.cpuMs, 0) };
}

export async function onRestate(workersCount: number, { runs, kind }: Work): Promise<Measured> {
  const server = await startPostgres();
  const database = await freshPostgres(server.url);
  const restate = await startRestate(streams);
  const ports = await Promise.all(Array.from({ length: workersCount }, () => freePort()));
  const balancer = await startBalancer(ports);
  const workers = ports.map((port) =>
    workerProcess([String(port), restate.ingressUrl, database.url, '', kind]),
  );
  for (const worker of workers) await worker.start();
  await admin(restate.adminUrl).register(`http://127.0.0.1:${balancer.port}`);
  const all = [server.pid(), restate.pid(), ...workers.map(({ pid }) => pid())];
  const measured = await cell(database.url, runs, kind, all, restate.ingressUrl);
  for (const worker of workers) await worker.kill();
  balancer.close();
  await restate.stop();
  await server.stop();
  return measured;
}

function cell(
  store: string,
  runs: number,
  kind: Work['kind'],
  pids: readonly (number | undefined)[] = [],
  ...more: readonly string[]
): Promise<Measured> {
  const given = [store, String(runs), kind, pids.join(','), ...more];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [cellProgram, ...given], (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stderr}`));
      else resolve(JSON.parse(stdout) as Measured);
    });
  });
}
