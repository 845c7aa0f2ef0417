// A private server of a test run: a child process with its own data folder, run by an unprivileged user when we are root, that
// dies with us, however we end.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

export interface TestServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface RestartableServer extends TestServer {
  /** Ends it with this signal and starts it again on the same data. */
  readonly restart: (signal: NodeJS.Signals, downMs?: number) => Promise<void>;
}

/** Why a server is not available here; tests say it when they are skipped. */
export class ServerMissing extends Error {}

export interface ServerFolder {
  readonly path: string;
  /** Runs a program to its end, as the server's user. Throws with its output. */
  run(program: string, given: readonly string[]): void;
  start(program: string, given: readonly string[], environment?: NodeJS.ProcessEnv): RunningProcess;
  remove(): void;
}

export interface RunningProcess {
  readonly pid: number | undefined;
  /** The last part of its output so far. */
  readonly said: () => string;
  readonly hasEnded: () => boolean;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const isRoot = process.getuid?.() === 0;

export function serverFolder(name: string): ServerFolder {
  const folder = mkdtempSync(path.join(tmpdir(), `skein-${name}-`));
  chmodSync(folder, 0o700);
  if (isRoot) spawnSync('chown', ['nobody', folder]);
  return {
    path: folder,
    run(program, given) {
      const [command = '', ...rest] = asServer(program, given);
      const { status, stderr, stdout } = spawnSync(command, rest, {
        cwd: folder,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${program} failed: ${stderr || stdout}`);
    },
    start: (program, given, environment) => startIn(folder, asServer(program, given), environment),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The first of these programs that exists: a name in the PATH, or a path. */
export function findProgram(candidates: readonly string[]): string | undefined {
  return candidates.find((candidate) =>
    candidate.includes('/')
      ? existsSync(candidate)
      : spawnSync('sh', ['-c', `command -v "${candidate}"`]).status === 0,
  );
}

/** Below the ephemeral port range: until the server has it, no outgoing connection may take it. */
const ownPorts = { from: 12_000, to: 32_000 } as const;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ownPorts.from, ownPorts.to);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Retries until it works, the process ends or the time is over. */
export async function untilReady(
  running: RunningProcess,
  attempt: () => Promise<void>,
  limitMs = 120_000,
): Promise<void> {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (running.hasEnded() || Date.now() > end) {
        await running.stop('SIGKILL');
        throw new ServerMissing(`it did not start: ${String(error)}\n${running.said()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

function asServer(program: string, given: readonly string[]): readonly string[] {
  if (findProgram(['setpriv']) === undefined) {
    if (isRoot)
      throw new ServerMissing('setpriv is needed to start a server as another user than root');
    return [program, ...given];
  }
  const user = isRoot ? ['--reuid=nobody', '--regid=nogroup', '--clear-groups'] : [];
  return ['setpriv', ...user, '--pdeathsig=KILL', program, ...given];
}

function startIn(
  folder: string,
  [command = '', ...rest]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): RunningProcess {
  const child = spawn(command, rest, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const hear = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.on('error', (error) => hear(Buffer.from(String(error))));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid,
    said: () => text,
    hasEnded,
    stop: (signal = 'SIGTERM') => stopChild(child, signal),
  };
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(killer);
}
