// The server under load: `skein serve` in a process and a folder of its own, with a SQLite file and full sync.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { skeinProgram } from '../servers/skein-program.ts';
import { serveProcess, type ServedProcess } from './served-process.ts';

export interface Setting {
  readonly script?: object;
  readonly config: object;
  readonly users?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** With a key for each of the users; without users the server is open. */
export async function withServer<Result>(
  { script, config, users = [], env = {} }: Setting,
  work: (server: ServedProcess, keys: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const program = await skeinProgram();
  const cwd = mkdtempSync(path.join(tmpdir(), 'skein-load-'));
  try {
    writeFileSync(path.join(cwd, 'skein.config.json'), JSON.stringify(config));
    writeFileSync(path.join(cwd, 'script.json'), JSON.stringify(script ?? {}));
    const keys = users.map((user) => {
      const command = [program, 'keys', 'create', '--user', user, '--scope', 'admin'];
      return spawnSync(process.execPath, command, { cwd, encoding: 'utf8' }).stdout.trim();
    });
    const given = [
      '--port',
      '0',
      '--json',
      ...(script === undefined ? [] : ['--script', 'script.json']),
    ];
    const server = await serveProcess([program, 'serve', ...given], { cwd, env });
    try {
      return await work(server, keys);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
