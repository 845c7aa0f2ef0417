// The launcher of an old Node and the server on the packaged one are one thing to whoever started it: a kill of either ends both, and
// nothing is left that holds the store.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { serveProcess } from '@skein/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderWith, sourceProgram as program } from './spawn-skein.ts';

let folder = '';
let remove = () => {};
const children: number[] = [];

beforeEach(() => {
  ({ folder, remove } = folderWith({}));
});
afterEach(() => {
  for (const pid of children.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  remove();
});

const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' })`;
const pretended = [
  process.execPath,
  '--import',
  `data:text/javascript,${encodeURIComponent(pretend)}`,
];

/** A real one too, where the machine has one. */
const launchers: readonly (readonly [string, readonly string[]])[] = [
  ['a Node that pretends to be old', pretended],
  ...machineNode(),
];

it.each(launchers)('[X160] %s: kill -9 of the launcher frees the store', async (_, node) => {
  const { launcher } = await serve(node);
  const closed = once(launcher, 'close');
  launcher.kill('SIGKILL');
  // The streams are closed when both are gone.
  await closed;
  const next = await serveProcess([program, ...command], { cwd: folder });
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
  expect(await next.stop()).toBe(0);
});

it.each(launchers)('[X160] %s: kill -9 of the server ends the launcher', async (_, node) => {
  const { launcher, server } = await serve(node);
  const closed = once(launcher, 'close');
  process.kill(server, 'SIGKILL');
  expect(await closed).toEqual([128 + 9, null]);
});

it.each(launchers)(
  '[X160] %s: SIGTERM stops the server, and its exit code is passed on',
  async (_, node) => {
    const { launcher, server } = await serve(node);
    const closed = once(launcher, 'close');
    launcher.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(isAlive(server)).toBe(false);
  },
);

const command = ['serve', '--port', '0', '--json', '--store', 'sqlite:kept.db'];

async function serve([node = '', ...flags]: readonly string[]) {
  const launcher = spawn(node, [...flags, program, ...command], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(launcher.pid ?? 0);
  await once(launcher.stdout, 'data');
  const server = childOf(launcher.pid ?? 0);
  children.push(server);
  launcher.stdout.resume();
  return { launcher, server };
}

function childOf(parent: number): number {
  const found = readdirSync('/proc').find((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`Process ${parent} has no child.`);
  return Number(found);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function machineNode(): [string, readonly string[]][] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const outside = folders.filter((each) => !each.includes('node_modules')).join(path.delimiter);
  const { stdout } = spawnSync('node', ['-p', 'process.execPath + " " + process.version'], {
    encoding: 'utf8',
    env: { PATH: outside },
  });
  const [execPath = '', version = ''] = (stdout ?? '').trim().split(' ');
  const isOld = /^v(?:1\d|20|21)\./.test(version);
  return isOld ? [[`the machine's Node ${version}`, [execPath]]] : [];
}
