// Runs a copy of scripts/bootstrap.mjs in a small repository of its own, in a folder with a space in its
// name, with a fake npm that counts its calls: no network, no second installation of ours.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './repository.ts';

const fakeNpm = `
const fs = require('node:fs');
fs.appendFileSync('npm-calls.txt', process.argv.slice(2).join(' ') + '\\n');
if (fs.existsSync('npm-is-broken')) process.exit(7);
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
const installed = Object.entries(packages).filter(([key, entry]) => key && entry.os === undefined);
setTimeout(() => {
  for (const [key] of installed) fs.mkdirSync(key, { recursive: true });
  const text = JSON.stringify({ packages: Object.fromEntries(installed) });
  fs.writeFileSync('node_modules/.package-lock.json', text);
}, 200);`;

const program = `
console.log(JSON.stringify({ pid: process.pid, arguments: process.argv.slice(2), path: process.env.PATH.split(require('node:path').delimiter)[1] }));
if (process.argv[2] === 'exit') process.exit(Number(process.argv[3]));
if (process.argv[2] === 'stay') setInterval(() => undefined, 1000);`;

let folder = '';

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'skein-bootstrap-')), 'a clone');
  mkdirSync(path.join(folder, 'scripts'), { recursive: true });
  for (const file of ['scripts/bootstrap.mjs', 'scripts/die-with-bootstrap.mjs'])
    cpSync(path.join(root, file), path.join(folder, file));
  write('npm-cli.cjs', fakeNpm);
  write('program.cjs', program);
  writeManifests({ zod: '4.6.7' });
});
afterEach(() => {
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

it('installs once, passes arguments on and puts the tools first in the PATH', async () => {
  const first = await start(['a b', '--json', '$HOME']).end;
  const second = await start(['again']).end;
  expect(JSON.parse(first.stdout)).toMatchObject({
    arguments: ['a b', '--json', '$HOME'],
    path: path.join(folder, 'node_modules/.bin'),
  });
  expect(first.stderr).toContain('Installing');
  expect({ code: second.code, stderr: second.stderr }).toEqual({ code: 0, stderr: '' });
  expect(npmCalls()).toHaveLength(1);
  expect(npmCalls()[0]).toMatch(/^ci --ignore-scripts --no-audit --no-fund /);
});

it('passes the exit code on', async () => {
  expect((await start(['exit', '3']).end).code).toBe(3);
});

it.each([
  ['the lockfile changes', () => writeManifests({ zod: '4.6.8' })],
  [
    'a package is missing',
    () => rmSync(path.join(folder, 'node_modules/zod'), { recursive: true }),
  ],
  ['node_modules is missing', () => rmSync(path.join(folder, 'node_modules'), { recursive: true })],
  [
    'an installation was cut off',
    () => rmSync(path.join(folder, 'node_modules/.package-lock.json')),
  ],
])('installs again when %s', async (_name, change) => {
  await start([]).end;
  change();
  await start([]).end;
  expect(npmCalls()).toHaveLength(2);
});

it('accepts what npm install has put there', async () => {
  await start([]).end;
  rmSync(path.join(folder, 'node_modules/.skein-stamp'));
  await start([]).end;
  expect(npmCalls()).toHaveLength(1);
});

it('installs once when two start at the same time', async () => {
  const both = await Promise.all([start([]).end, start([]).end]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(npmCalls()).toHaveLength(1);
});

it('takes over the lock of a process that died', async () => {
  mkdirSync(path.join(folder, '.skein-install.lock'));
  // Far above the largest process id of Linux.
  write('.skein-install.lock/pid', '99999999');
  expect((await start([]).end).code).toBe(0);
  expect(npmCalls()).toHaveLength(1);
});

it('says what to do when the installation fails, and tries again the next time', async () => {
  write('npm-is-broken', '');
  const { code, stdout, stderr } = await start([]).end;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('npm ci failed with exit code 7');
  expect(stderr).toContain('npm install --ignore-scripts');
  rmSync(path.join(folder, 'npm-is-broken'));
  expect((await start([]).end).code).toBe(0);
});

it('passes a signal on', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no signals');
  await start([]).end;
  const { child, end } = start(['stay']);
  child.stdout.once('data', () => child.kill('SIGTERM'));
  expect((await end).code).toBe(128 + 15);
});

it('dies together with the file that it runs, whichever of them is killed', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no signals');
  await start([]).end;
  const { child, end } = start(['stay']);
  child.stdout.once('data', () => child.kill('SIGKILL'));
  // The streams are open as long as either of them lives.
  expect((await end).code).toBe(null);
  const other = start(['stay']);
  other.child.stdout.once('data', (line: Buffer) => {
    const { pid } = JSON.parse(line.toString()) as { readonly pid: number };
    process.kill(pid, 'SIGKILL');
  });
  expect((await other.end).code).toBe(128 + 9);
});

it('dies together with the npm that started it', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no signals');
  await start([]).end;
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => npm.once('close', resolve));
  npm.stdout.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes('"stay"')) npm.kill('SIGKILL');
  });
  // The shell between them is not killed: it waits for the file.
  expect(await closed).toBe(null);
});

function start(programArguments: readonly string[]) {
  const command = ['scripts/bootstrap.mjs', 'program.cjs', ...programArguments];
  const npm = {
    npm_execpath: path.join(folder, 'npm-cli.cjs'),
    npm_node_execpath: process.execPath,
  };
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { ...process.env, ...npm },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const end = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, end };
}

function write(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text);
}

function writeManifests(dependencies: Readonly<Record<string, string>>): void {
  const scripts = { start: 'node scripts/bootstrap.mjs program.cjs stay' };
  write('package.json', JSON.stringify({ dependencies, scripts }));
  const packages = Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => [`node_modules/${name}`, { version }]),
  );
  const foreign = { version: '24.21.0', optional: true, os: ['plan9'], cpu: ['mips'] };
  const all = { '': { dependencies }, ...packages, 'node_modules/node-plan9': foreign };
  write('package-lock.json', JSON.stringify({ packages: all }));
}

function npmCalls(): readonly string[] {
  return readFileSync(path.join(folder, 'npm-calls.txt'), 'utf8').trim().split('\n');
}
