// A server that is attacked: `skein serve` in a process of its own, on a file in a folder of its own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { serveProcess, type ServedProcess } from '../load/served-process.ts';
import { skeinProgram } from '../servers/skein-program.ts';
import { watchServer } from './watch-server.ts';

const functions = `
  export const functions = { hang: () => new Promise(() => {}) };
`;

export interface AttackedServer {
  readonly url: string;
  /** Its file is in `.skein` there. */
  readonly folder: string;
  /** CPU time of the process so far. */
  readonly cpuMs: () => number;
  readonly peakMb: () => number;
  /** The slowest answer to others so far but for one in a hundred, in milliseconds. */
  readonly lagMs: () => number;
  /** How often others have asked since the attack began. */
  readonly answers: () => number;
  /** What of that the thread that answers has worked: the machine may have had other work. */
  readonly workMs: () => number;
  readonly post: (place: string, body: unknown) => Promise<{ status: number; text: string }>;
  readonly get: (place: string) => Promise<string>;
  readonly statusOf: (place: string) => Promise<number>;
  /** What `lagMs` was until the attack began. */
  readonly idleMs: () => number;
  /** What others wait from now on is the attack's fault. */
  readonly startAttack: () => void;
  /** What others have waited until now no longer counts. */
  readonly watchAnew: () => void;
  readonly kill: () => Promise<void>;
  /** Kills it without warning and starts another; how long until that one answers. */
  readonly restart: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

export async function attackedServer(): Promise<AttackedServer> {
  const program = await skeinProgram();
  const cwd = mkdtempSync(path.join(tmpdir(), 'skein-attack-'));
  writeFileSync(path.join(cwd, 'functions.mjs'), functions);
  writeFileSync(
    path.join(cwd, 'skein.config.json'),
    JSON.stringify({
      functions: ['./functions.mjs'],
      server: { rate: { perSecond: 100_000, burst: 100_000 } },
    }),
  );
  const serve = () => serveProcess([program, 'serve', '--port', '0', '--json'], { cwd });
  let server: ServedProcess = await serve();
  let watch = watchServer(server);
  let idleMs = 0;
  const watchAnew = () => {
    watch.stop();
    watch = watchServer(server);
  };
  const kill = async () => {
    watch.stop();
    if (!server.hasEnded()) process.kill(server.pid, 'SIGKILL');
    await server.ended;
  };
  const ask = async (place: string, init?: RequestInit) =>
    fetch(`${server.url}/api/v1${place}`, init);
  return {
    get url() {
      return server.url;
    },
    folder: cwd,
    cpuMs: () => server.cpuMs(),
    peakMb: () => watch.peakBytes() / 2 ** 20,
    lagMs: () => watch.lagMs(),
    workMs: () => watch.workMs(),
    answers: () => watch.answers(),
    async post(place, body) {
      const headers = { 'content-type': 'application/json' };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const answer = await ask(place, { method: 'POST', headers, body: text });
      return { status: answer.status, text: await answer.text() };
    },
    get: async (place) => (await ask(place)).text(),
    statusOf: async (place) => (await ask(place)).status,
    idleMs: () => idleMs,
    startAttack() {
      idleMs = watch.lagMs();
      // Not by another watcher, which would have to start first: a short attack would be over by then.
      watch.beginAnew();
    },
    watchAnew,
    kill,
    async restart() {
      await kill();
      const before = performance.now();
      server = await serve();
      await fetch(`${server.url}/api/v1/healthz`);
      const took = performance.now() - before;
      watch = watchServer(server);
      return took;
    },
    async stop() {
      watch.stop();
      await server.stop();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}
