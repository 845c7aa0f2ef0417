// The filesystem server from npm, used by an agent of the real command and killed in the middle of a call: a named pipe that nobody
// writes to keeps it reading.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json, JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { folderWith, skein } from '../spawn-skein.ts';

const require = createRequire(new URL('../../../agents/package.json', import.meta.url));
const filesystem = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
);

/** Processes whose command line names the folder: the server of this test, and nothing else. */
function serversIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandOf(pid).includes(path.join(folder, 'open')));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

/** Waits until somebody reads from the pipe. It stays empty and open until the function that comes back is called. */
async function untilRead(pipe: string): Promise<() => void> {
  for (;;) {
    try {
      const writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
      return () => closeSync(writer);
    } catch {
      // Nobody reads yet.
      await pause(20);
    }
  }
}

it('[C132] a typed error that names the signal, told to the model, and no process is left', async () => {
  const { folder, remove } = folderWith({});
  const write = (name: string, value: Json) =>
    writeFileSync(path.join(folder, name), JSON.stringify(value));
  const pipe = path.join(folder, 'open', 'pipe');
  mkdirSync(path.join(folder, 'open'));
  execFileSync('mkfifo', [pipe]);
  const args = [filesystem, path.join(folder, 'open')];
  write('skein.config.json', { mcpServers: { fs: { command: process.execPath, args } } });
  const config = { prompt: 'Read.', tools: ['fs-read_text_file'] };
  write('flow.json', { skein: 1, nodes: [{ id: 'reader', type: 'agent', config }] });
  write('script.json', {
    replies: [
      { toolCalls: [{ name: 'fs-read_text_file', arguments: { path: pipe }, id: 'c1' }] },
      { when: { contains: 'SIGKILL' }, text: 'It was killed.' },
    ],
    otherwise: 'fail',
  });
  const killing = untilRead(pipe).then((close) => {
    for (const pid of serversIn(folder)) process.kill(pid, 'SIGKILL');
    close();
  });
  const given = ['run', 'flow.json', '--script', 'script.json'];
  const store = ['--store', 'sqlite:./runs.db'];
  const ended = await skein([...given, ...store], { cwd: folder });
  expect([ended.code, ended.stdout.trim()]).toEqual([0, 'It was killed.']);
  await killing;
  const id = /Run (\S+) is stored/.exec(ended.stderr)?.[1] ?? '';
  expect(serversIn(folder)).toEqual([]);
  const shown = await skein(['runs', 'export', id, ...store], { cwd: folder });
  const { runs } = JSON.parse(shown.stdout) as { runs: { rows: JsonObject[] }[] };
  const rows = runs[0]?.rows ?? [];
  const called = rows.filter(({ key }) => key === 'tool:c1#1');
  expect(called).toMatchObject([{ value: { type: 'tool', reason: 'failed' } }]);
  remove();
});
