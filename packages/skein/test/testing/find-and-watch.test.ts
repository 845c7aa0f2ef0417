// Goal: `skein test` needs no list of files, tells CI what happened, and runs again while somebody writes.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Json } from '@skein/kernel';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callSkein } from '../call-skein.ts';
import { folderWith, program } from '../spawn-skein.ts';

const workflow = { skein: 1, id: 'echo', nodes: [{ id: 'start', type: 'start' }], edges: [] };
const file = (output: Json, name = 'echoes'): Json => ({
  workflow,
  tests: [{ name, input: 'tea', expect: { output } }],
});
let remove = () => {};
afterEach(() => remove());

function folderOf(files: Readonly<Record<string, Json>>): string {
  const made = folderWith({ 'a.test.json': file('tea'), ...files });
  remove = made.remove;
  return made.folder;
}

describe('skein test without files', () => {
  it('[C820] runs every *.test.json below the folder, but for what is installed, built or hidden', async () => {
    const folder = folderOf({
      'deep/er/b.test.json': file('tea', 'below'),
      'node_modules/x/c.test.json': file('never', 'installed'),
      '.hidden/d.test.json': file('never', 'hidden'),
      'other.json': {},
    });
    const { code, stdout } = await callSkein(['test', '--json'], { cwd: folder });
    const { files } = JSON.parse(stdout) as { files: { file: string }[] };
    expect([code, files.map((each) => each.file)]).toEqual([
      0,
      ['a.test.json', path.join('deep', 'er', 'b.test.json')],
    ]);
    rmSync(path.join(folder, 'a.test.json'));
    rmSync(path.join(folder, 'deep'), { recursive: true });
    const none = await callSkein(['test'], { cwd: folder });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('*.test.json') });
  });

  it('[C821] --junit writes what passed and what did not, as XML', async () => {
    const folder = folderOf({ 'b.test.json': file('coffee', 'a "b" <c> & \u0007') });
    const { code } = await callSkein(['test', '--junit', 'out.xml'], { cwd: folder });
    const xml = readFileSync(path.join(folder, 'out.xml'), 'utf8');
    expect(code).toBe(1);
    expect(xml).toContain('<testsuites name="skein" tests="2" failures="1"');
    expect(xml).toMatch(/<testcase classname="a\.test\.json" name="echoes" time="[\d.]+"\/>/);
    expect(xml).toContain('name="a &quot;b&quot; &lt;c&gt; &amp; \uFFFD"');
    expect(xml).toContain('<failure message="The output differs.">at /tests/0/expect/output&#10;');
    expect(xml).toContain('expected: &quot;coffee&quot;&#10;actual: &quot;tea&quot;');
  });

  it('[C822] --watch runs them again after a change, survives a broken file, and ends with the last result', async () => {
    const folder = folderOf({});
    const watching = startWatching(folder);
    const says = (text: string, times = 1) =>
      vi.waitFor(() => expect(watching.stdout().split(text).length - 1).toBe(times), {
        timeout: 60_000,
        interval: 50,
      });
    await says('1 passed, 0 failed');
    const change = (text: string) => writeFileSync(path.join(folder, 'a.test.json'), text);
    change(JSON.stringify(file('coffee')));
    await says('0 passed, 1 failed');
    change('{');
    await vi.waitFor(() => expect(watching.stderr()).toContain('BAD_JSON'), {
      timeout: 60_000,
      interval: 50,
    });
    change(JSON.stringify(file('tea')));
    await says('1 passed, 0 failed', 2);
    expect(await watching.stop()).toBe(0);
    const both = await callSkein(['test', '--watch', '--json'], { cwd: folder });
    expect(both.code).toBe(2);
  });
});

function startWatching(cwd: string) {
  const child = spawn(process.execPath, [program, 'test', '--watch'], { cwd });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
