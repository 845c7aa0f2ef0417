import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export interface WorkerProcess {
  kill(): Promise<void>;
  start(): Promise<void>;
  readonly pid: () => number | undefined;
}

/** A worker that can be killed and started again on the same port, and that ends with us. */
export function workerProcess(given: readonly string[]): WorkerProcess {
  const program = fileURLToPath(new URL('cluster-worker-main.ts', import.meta.url));
  let child: ChildProcess | null = null;
  return {
    pid: () => child?.pid,
    async start() {
      const begun = spawn(process.execPath, [program, ...given], {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      child = begun;
      await new Promise<void>((resolve, reject) => {
        begun.stdout?.once('data', () => resolve());
        begun.once('exit', (code) => reject(new Error(`The worker ended with ${code}.`)));
      });
    },
    async kill() {
      const dying = child;
      if (dying === null || dying.exitCode !== null || dying.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => {
        dying.once('exit', () => resolve());
      });
      dying.kill('SIGKILL');
      await ended;
    },
  };
}
