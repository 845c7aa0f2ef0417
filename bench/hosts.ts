// The same work on each host: `npm run bench:hosts [RUNS]`. Ten functions a run, many runs at once: one process on SQLite, two processes
// on one PostgreSQL, and Restate with one and with two workers. Prints a table; docs/scale.md has one.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

const stepsOfRun = 10;
const runs = Number(process.argv[2] ?? '200');

interface Measured {
  readonly ms: number;
  readonly cpuMs: number;
}

interface Row extends Measured {
  readonly host: string;
}

const cellProgram = fileURLToPath(new URL('host-cell.ts', import.meta.url));

function cell(...given: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [cellProgram, ...given], (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stderr}`));
      else resolve(JSON.parse(stdout) as Measured);
    });
  });
}

/** Processor time of a process so far, in milliseconds: Linux counts it in hundredths of a second. */
function cpuOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function onSqlite(): Promise<Row> {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-hosts-'));
  const measured = await cell(`sqlite:${folder}/skein.db`, String(runs));
  rmSync(folder, { recursive: true });
  return { host: 'one process, SQLite', ...measured };
}

async function onPostgres(server: string, processes: number): Promise<Row> {
  const database = await freshPostgres(server);
  const each = String(runs / processes);
  const cells = await Promise.all(
    Array.from({ length: processes }, () => cell(database.url, each)),
  );
  await database.drop();
  const ms = Math.max(...cells.map((one) => one.ms));
  const cpuMs = cells.reduce((sum, one) => sum + one.cpuMs, 0);
  return { host: `${processes} process${processes > 1 ? 'es' : ''}, PostgreSQL`, ms, cpuMs };
}

async function onRestate(server: string, workersCount: number): Promise<Row> {
  const database = await freshPostgres(server);
  const restate = await startRestate({
    RESTATE_WORKER__INVOKER__HTTP__STREAMS_PER_CONNECTION_LIMIT: '8',
  });
  const ports = await Promise.all(Array.from({ length: workersCount }, () => freePort()));
  const balancer = await startBalancer(ports);
  const workers = ports.map((port) =>
    workerProcess([String(port), restate.ingressUrl, database.url, '']),
  );
  for (const worker of workers) await worker.start();
  await admin(restate.adminUrl).register(`http://127.0.0.1:${balancer.port}`);
  const spent = () =>
    workers.reduce((sum, { pid }) => sum + cpuOf(pid()), 0) + cpuOf(restate.pid());
  const before = spent();
  const { ms, cpuMs } = await cell(database.url, String(runs), restate.ingressUrl);
  const total = cpuMs + spent() - before;
  for (const worker of workers) await worker.kill();
  balancer.close();
  await restate.stop();
  await database.drop();
  return {
    host: `Restate, ${workersCount} worker${workersCount > 1 ? 's' : ''}`,
    ms,
    cpuMs: total,
  };
}

const postgres = await startPostgres();
const rows: Row[] = [];
for (const measure of [
  onSqlite,
  () => onPostgres(postgres.url, 1),
  () => onPostgres(postgres.url, 2),
  () => onRestate(postgres.url, 1),
  () => onRestate(postgres.url, 2),
]) {
  rows.push(await measure());
}
await postgres.stop();
const steps = runs * stepsOfRun;
process.stdout.write('| host | steps a second | processor time a step, ms |\n|---|---|---|\n');
for (const { host, ms, cpuMs } of rows) {
  const [rate, cpu] = [(steps / ms) * 1000, cpuMs / steps];
  process.stdout.write(`| ${host} | ${rate.toFixed(0)} | ${cpu.toFixed(2)} |\n`);
}
process.exit(0);
