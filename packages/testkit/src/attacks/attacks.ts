// The attacks. Each is made on a server of its own, and says what it cost the server and those who did nothing wrong.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { attackedServer, type AttackedServer } from './attacked-server.ts';

export interface Damage {
  readonly requests: number;
  readonly peakMb: number;
  readonly lagMs: number;
  /** What of that the thread that answers everybody has worked. */
  readonly workMs: number;
  /** The same while nobody did anything: what the machine itself makes others wait. */
  readonly idleMs: number;
  /** Until a server that was killed meanwhile answers again; null where that says nothing. */
  readonly restartMs: number | null;
  /** Whether it ended as promised. */
  readonly isHeld: boolean;
}

/** A map of a workflow over itself. */
export function forkBomb(): Promise<Damage> {
  return under(async (server) => {
    const config = { items: [1, 2, 3, 4, 5, 6, 7, 8], workflow: 'bomb' };
    await server.post('/workflows', {
      skein: 1,
      id: 'bomb',
      nodes: [{ id: 'n', type: 'map', config }],
    });
    const { run_id: id } = JSON.parse((await server.post('/workflows/bomb/run', {})).text);
    const statusOf = async () => JSON.parse(await server.get(`/runs/${id}`)).status;
    let status = await statusOf();
    for (let i = 0; i < 300 && status === 'running'; i++) {
      await sleep(1000);
      status = await statusOf();
    }
    return { requests: 2, restarts: true, isHeld: status === 'failed' };
  });
}

/** Many open runs, and the server is killed. */
export function openRuns(runs: number): Promise<Damage> {
  return under(async (server) => {
    const nodes = [{ id: 'f', type: 'function', config: { name: 'hang' } }];
    await server.post('/workflows', { skein: 1, id: 'hang', nodes });
    let started = 0;
    for (let i = 0; i < runs; i += 50) {
      const sent = Array.from({ length: 50 }, () => server.post('/workflows/hang/run', {}));
      for (const { status } of await Promise.all(sent)) if (status < 300) started += 1;
    }
    return { requests: runs, restarts: true, isHeld: started === runs };
  });
}

/** Uploads of people without a key that never end. */
export function slowUploads(connections: number): Promise<Damage> {
  return under(async (server) => {
    const { hostname, port } = new URL(server.url);
    const sockets: Socket[] = [];
    for (let i = 0; i < connections; i++) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await once(socket, 'connect');
      const head = `POST /api/v1/session HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\n`;
      socket.write(`${head}content-length: 60000\r\n\r\n${'x'.repeat(50_000)}`);
      sockets.push(socket);
    }
    await sleep(3000);
    const isHeld = server.peakMb() < 300;
    for (const socket of sockets) socket.destroy();
    return { requests: connections, restarts: false, isHeld };
  });
}

/** One definition, checked ten times. */
export function largeDefinition(definition: unknown): Promise<Damage> {
  const text = JSON.stringify(definition);
  return under(async (server) => {
    let isHeld = true;
    for (let i = 0; i < 10; i++) {
      const { text: answer, status } = await server.post('/workflows/validate', text);
      if (status !== 200 || answer.length > 500_000) isHeld = false;
    }
    return { requests: 10, restarts: false, isHeld: isHeld && keepsNobodyWaiting(server) };
  });
}

/** How long others may wait for what an attack does. */
const lagMaxMs = 50;
const idleWatchMs = 5000;

/** Of fewer answers nothing can be said about one in a hundred. */
export const answersMin = 100;

/** On a machine that has other work, others wait for that too: it is not the fault of an attack. */
export function keepsNobodyWaiting({
  answers,
  lagMs,
  workMs,
  idleMs,
}: Pick<AttackedServer, 'answers' | 'lagMs' | 'workMs' | 'idleMs'>): boolean {
  if (answers() === 0) return false;
  return lagMs() < lagMaxMs + idleMs() || workMs() < lagMaxMs;
}

interface Attacked {
  readonly requests: number;
  readonly restarts: boolean;
  readonly isHeld: boolean;
}

export async function under(
  attack: (server: AttackedServer) => Promise<Attacked>,
): Promise<Damage> {
  const server = await attackedServer();
  try {
    await sleep(500);
    server.watchAnew();
    await sleep(idleWatchMs);
    server.startAttack();
    const { requests, restarts, isHeld } = await attack(server);
    const [peakMb, lagMs, idleMs] = [server.peakMb(), server.lagMs(), server.idleMs()];
    const workMs = server.workMs();
    const restartMs = restarts ? await server.restart() : null;
    return { requests, peakMb, lagMs, workMs, idleMs, restartMs, isHeld };
  } finally {
    await server.stop();
  }
}
