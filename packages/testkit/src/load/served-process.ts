// A server in a process of its own, started by a command that prints `{ "url" }` when it is ready.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { processCpuMs } from '../process-cpu-ms.ts';
import { residentBytes } from './resident-bytes.ts';

export interface ServedProcess {
  readonly url: string;
  readonly pid: number;
  /** Its CPU time so far; only available on Linux. */
  cpuMs(): number;
  rssBytes(): number;
  /** Its output so far. */
  stderr(): string;
  readonly hasEnded: () => boolean;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
  /** Tells it to end, and returns its exit code. */
  stop(): Promise<number | null>;
}

export async function serveProcess(
  command: readonly string[],
  {
    cwd,
    env = {},
  }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ServedProcess> {
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let errors = '';
  const url = await new Promise<string>((resolve, reject) => {
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout.on('data', function listen(chunk: Buffer) {
      told += chunk.toString();
      if (!told.trimEnd().endsWith('}')) return;
      // What it says later is not about its address.
      child.stdout.off('data', listen).resume();
      const { url: found } = JSON.parse(told) as { readonly url?: string };
      if (found === undefined) reject(new Error(`It says: ${told}`));
      else resolve(found);
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${errors}`)));
  });
  const pid = child.pid ?? 0;
  return {
    url,
    pid,
    cpuMs: () => processCpuMs(pid),
    rssBytes: () => residentBytes(pid),
    stderr: () => errors,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
