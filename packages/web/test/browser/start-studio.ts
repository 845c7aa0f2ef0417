// The studio as people have it: the built files, served by the real server on a port of its own, over a store of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const root = path.join(import.meta.dirname, '../../../..');

export interface Studio {
  readonly url: string;
  /** Calls the API as JSON. */
  readonly call: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly stop: () => Promise<void>;
  /** Stops the server and starts it again on the same port and store. */
  readonly restart: () => Promise<void>;
}

export async function startStudio(script?: string): Promise<Studio> {
  build();
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-studio-'));
  let served = await serve(folder, '0', script);
  const { url } = served;
  return {
    url,
    call: async <Answer>(method: string, place: string, body?: unknown) => {
      const response = await fetch(`${url}/api/v1${place}`, {
        method,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${place} answered ${response.status}: ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as Answer;
    },
    stop: async () => {
      await end(served.child);
      rmSync(folder, { recursive: true, force: true });
    },
    restart: async () => {
      await end(served.child);
      served = await serve(folder, new URL(url).port, script);
    },
  };
}

function build(): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'scripts/build-web.ts')],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
}

interface Served {
  readonly url: string;
  readonly child: ChildProcess;
}

async function serve(folder: string, port: string, script: string | undefined): Promise<Served> {
  const program = path.join(root, 'packages/skein/bin/skein.mjs');
  const given = ['serve', '--port', port, '--store', `sqlite:${folder}/skein.db`, '--json'];
  const scripted = script === undefined ? [] : ['--script', script];
  const child = spawn(process.execPath, [program, ...given, ...scripted], {
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
