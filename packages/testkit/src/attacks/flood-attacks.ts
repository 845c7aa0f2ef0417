// Floods: more open runs than fit into memory, and the cancel of a large tree.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { attackedServer, type AttackedServer } from './attacked-server.ts';
import type { Damage } from './attacks.ts';
import { flood, floodDueAt, floodOf, ownedRuns, residentMax, seedFlood } from './flood-file.ts';

export interface FloodDamage extends Damage {
  /** Until the server was ready for work. */
  readonly readyMs: number;
  /** CPU time of the process until it answered: what is left when other programs do not hold it up. */
  readonly startCpuMs: number;
  /** Until everything that was due had been taken over. */
  readonly recoveryMs: number;
}

/** A server is killed, and starts again with this many open runs. */
export async function restartFlooded(runs: number, napMs = 30_000): Promise<FloodDamage> {
  const server = await attackedServer();
  try {
    const file = path.join(server.folder, '.skein', 'skein.db');
    await seedFlood(server.post, { file, napMs });
    await server.kill();
    await sleep(Math.max(0, floodDueAt(file) - Date.now()));
    flood(file, floodOf(runs));
    const before = performance.now();
    const restartMs = await server.restart();
    const startCpuMs = server.cpuMs();
    await untilReady(server);
    const readyMs = performance.now() - before;
    const isRecovered = await until(() => openRuns(file, 'naps') === 0, runs);
    const recoveryMs = performance.now() - before;
    const [peakMb, lagMs, workMs] = [server.peakMb(), server.lagMs(), server.workMs()];
    // Nobody asked for those that wait: they are as the killed server left them.
    const isHeld =
      isRecovered && look(file, (database) => ownedRuns(database, 'asks')) <= residentMax;
    // A server that has just been started has no time of rest to compare with.
    const idleMs = server.idleMs();
    return {
      requests: 0,
      peakMb,
      lagMs,
      workMs,
      idleMs,
      restartMs,
      isHeld,
      readyMs,
      startCpuMs,
      recoveryMs,
    };
  } finally {
    await server.stop();
  }
}

/** A tree with this many open runs is cancelled at its root. */
export async function cancelTree(runs: number): Promise<Damage> {
  const server = await attackedServer();
  try {
    const items = Array.from({ length: runs }, (_, i) => i);
    const ask = { id: 'n', type: 'approval', config: { prompt: 'Continue?' } };
    await server.post('/workflows', { skein: 1, id: 'asks', nodes: [ask] });
    const config = { items, workflow: 'asks', concurrency: runs };
    const map = { id: 'n', type: 'map', config };
    await server.post('/workflows', { skein: 1, id: 'all', nodes: [map] });
    const { run_id: id } = JSON.parse((await server.post('/workflows/all/run', {})).text);
    const file = path.join(server.folder, '.skein', 'skein.db');
    if (!(await until(() => openRuns(file, 'asks') === runs, runs))) {
      throw new Error('The tree has not grown.');
    }
    server.watchAnew();
    await sleep(2000);
    server.startAttack();
    const { status } = await server.post(`/runs/${id}/cancel`, {});
    const isHeld = status < 300 && (await until(() => openRuns(file, 'asks') === 0, runs));
    const [peakMb, lagMs, idleMs] = [server.peakMb(), server.lagMs(), server.idleMs()];
    const workMs = server.workMs();
    return { requests: 1, peakMb, lagMs, workMs, idleMs, restartMs: null, isHeld };
  } finally {
    await server.stop();
  }
}

async function untilReady(server: AttackedServer): Promise<void> {
  while ((await server.statusOf('/readyz')) !== 200) await sleep(20);
}

/** At least two minutes, and a millisecond for each run. */
async function until(isSo: () => boolean, runs: number): Promise<boolean> {
  const end = performance.now() + 120_000 + runs;
  while (performance.now() < end) {
    if (isSo()) return true;
    await sleep(200);
  }
  return false;
}

function openRuns(file: string, workflow: string): number {
  const sql = 'select count(*) as n from skein_runs where workflow_id = ? and is_open = 1';
  return look(file, (database) => Number(database.prepare(sql).get(workflow)?.['n']));
}

/** Beside the server, which is not asked: it would be busy with it. */
function look<T>(file: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}
