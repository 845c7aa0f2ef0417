// Runs the real command, as a user would.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Json } from '@skein/kernel';
import { neededServer } from '@skein/testkit';

/** As users have it, which starts in a quarter of the time. */
export const program = await neededServer('program');
/** The library that belongs to it: a program that imports it starts as much quicker. */
export const library = pathToFileURL(path.join(path.dirname(program), '../dist/index.js')).href;
/** The same command in the repository, where it starts the sources. */
export const sourceProgram = fileURLToPath(new URL('../bin/skein.mjs', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpawnOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with everything that came so far. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
  readonly nodeOptions?: readonly string[];
  /** Default: the built one. */
  readonly program?: string;
  /** Nobody reads stdout. */
  readonly isDeaf?: boolean;
}

export function skein(given: readonly string[], options: SpawnOptions = {}): Promise<Ended> {
  const { cwd, stdin, env, onStderr, nodeOptions = [] } = options;
  const flags = ['--disallow-code-generation-from-strings', ...nodeOptions];
  const child = spawn(process.execPath, [...flags, options.program ?? program, ...given], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin ?? '');
  let stdout = '';
  let stderr = '';
  if (options.isDeaf === true) child.stdout.destroy();
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onStderr?.(stderr, child);
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** A folder with these files, each as JSON unless it is a text. */
export function folderWith(files: Readonly<Record<string, Json>>): {
  readonly folder: string;
  readonly remove: () => void;
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-cli-'));
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
