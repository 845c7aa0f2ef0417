// A server in a process of its own, started by a command that prints `{ "url" }` when it is ready.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

export interface ServedProcess {
  readonly url: string;
  readonly pid: number;
  /** What it has computed so far; only Linux tells. */
  cpuMs(): number;
  rssBytes(): number;
  /** What it has written there so far. */
  stderr(): string;
  /** Tells it to end, and gives its exit code. */
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
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      if (told.trimEnd().endsWith('}')) resolve((JSON.parse(told) as { url: string }).url);
    });
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${errors}`)));
  });
  const pid = child.pid ?? 0;
  return {
    url,
    pid,
    cpuMs: () => ticksOf(pid) * msPerTick,
    rssBytes: () => residentPages(pid) * pageBytes,
    stderr: () => errors,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const msPerTick = 10;
const pageBytes = 4096;

/** The fields after the name of the program, which may hold spaces; user and system time are the 12th and 13th of them. */
function ticksOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function residentPages(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
}
