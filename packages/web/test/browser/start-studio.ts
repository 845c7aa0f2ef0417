// The studio as people have it: the built files, served by the real server on a port of its own, over a store of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { JsonObject } from '@skein/kernel';

const root = path.join(import.meta.dirname, '../../../..');
const sourceProgram = path.join(root, 'packages/skein/bin/skein.mjs');

export interface StudioOptions {
  /** The command that serves it; default: the one of the repository, after a build of the studio. */
  readonly program?: string;
  /** Replies of the offline model. */
  readonly script?: JsonObject;
  /** The configuration of the server. */
  readonly config?: JsonObject;
  /** Further files beside the configuration, by their paths. */
  readonly files?: Readonly<Record<string, JsonObject>>;
  /** The address of its store; default: a SQLite file of its own. */
  readonly store?: string;
  /** Makes a key before the server starts, which closes it to everybody without one. */
  readonly isClosed?: boolean;
  /** Further users with keys of their own; only of a closed server. */
  readonly users?: readonly string[];
}

export interface Studio {
  readonly url: string;
  /** An API key with all rights; empty on an open server. */
  readonly key: string;
  /** The keys of the further users, by their names. */
  readonly keys: ReadonlyMap<string, string>;
  /** Calls the API as JSON. */
  readonly call: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly stop: () => Promise<void>;
  /** Stops the server and starts it again on the same port and store; `meanwhile`, it is not there. */
  readonly restart: (meanwhile?: () => Promise<void>) => Promise<void>;
}

export async function startStudio(options: StudioOptions = {}): Promise<Studio> {
  const { program = sourceProgram } = options;
  if (program === sourceProgram) build();
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-studio-'));
  writeFiles(folder, {
    ...options.files,
    ...(options.config === undefined ? {} : { 'skein.config.json': options.config }),
    ...(options.script === undefined ? {} : { 'script.json': options.script }),
  });
  const store = ['--store', options.store ?? `sqlite:${folder}/skein.db`];
  const key = options.isClosed === true ? makeKey(program, folder, store) : '';
  const keys = new Map(
    (options.users ?? []).map((user) => [
      user,
      makeKey(program, folder, [...store, '--user', user]),
    ]),
  );
  const scripted =
    options.script === undefined ? [] : ['--script', path.join(folder, 'script.json')];
  let served = await serve(folder, [program, ...store, '--port', '0', ...scripted]);
  const { url } = served;
  return {
    url,
    key,
    keys,
    call: (method, place, body) => callApi(url, { key, method, place, body }),
    stop: async () => {
      await end(served.child);
      rmSync(folder, { recursive: true, force: true });
    },
    restart: async (meanwhile) => {
      await end(served.child);
      await meanwhile?.();
      served = await serve(folder, [program, ...store, '--port', new URL(url).port, ...scripted]);
    },
  };
}

function writeFiles(folder: string, files: Readonly<Record<string, JsonObject>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content));
  }
}

function build(): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'scripts/build-web.ts')],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}

interface ApiCall {
  readonly key: string;
  readonly method: string;
  readonly place: string;
  readonly body: unknown;
}

async function callApi<Answer>(
  url: string,
  { key, method, place, body }: ApiCall,
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1${place}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${place} answered ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

function makeKey(program: string, folder: string, store: readonly string[]): string {
  const command = [program, 'keys', 'create', '--scope', 'admin', '--json'];
  const { stdout } = spawnSync(process.execPath, [...command, ...store], {
    cwd: folder,
    encoding: 'utf8',
  });
  return (JSON.parse(stdout) as { key: string }).key;
}

interface Served {
  readonly url: string;
  readonly child: ChildProcess;
}

async function serve(
  folder: string,
  [program = '', ...options]: readonly string[],
): Promise<Served> {
  const command = [program, 'serve', '--json', ...options];
  const child = spawn(process.execPath, command, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.trimEnd().endsWith('}')) resolve((JSON.parse(text) as { url: string }).url);
    });
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return { url, child };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
