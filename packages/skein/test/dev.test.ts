// Goal: somebody edits files, and what they see is the new version, while runs that have begun go on. Method: the real command, its
// files changed under it, asked over HTTP.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { freePort } from '@skein/testkit';
import { describe, expect, it, vi } from 'vitest';
import { folderWith, program } from './spawn-skein.ts';

const flow = (greeting: string) => ({
  skein: 1,
  id: 'greet',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'name', type: 'input', config: { prompt: 'Name?' } },
    {
      id: 'say',
      type: 'function',
      config: { name: 'say', args: { greeting, to: '${name.output}' } },
    },
  ],
  edges: [
    { from: 'start', to: 'name' },
    { from: 'name', to: 'say' },
  ],
});
const functions = (mark: string) =>
  `export const functions = { say: ({ greeting, to }) => greeting + ', ' + to + '${mark}' };\n`;

describe('skein dev', () => {
  it('[C830] starts again after a change: new runs are of the new version, old ones go on with the new code', async () => {
    const { folder, remove } = folderWith({
      'greet.json': flow('Hello'),
      'functions.mjs': functions('!'),
      'skein.config.json': { functions: ['./functions.mjs'] },
    });
    const port = await freePort();
    const dev = startDev(folder, port);
    try {
      await dev.says(/listening on/g, 1);
      const first = await dev.start();
      writeFileSync(path.join(folder, 'greet.json'), JSON.stringify(flow('Bye')));
      await dev.says(/listening on/g, 2);
      const second = await dev.start();
      writeFileSync(path.join(folder, 'functions.mjs'), functions('?'));
      await dev.says(/listening on/g, 3);
      expect(await dev.answer(first)).toBe('Hello, Ada?');
      expect(await dev.answer(second)).toBe('Bye, Ada?');

      writeFileSync(path.join(folder, 'greet.json'), '{ "skein": 1, "id": "greet", "nodes": 7 }');
      await dev.says(/WORKFLOW_INVALID/g, 1);
      writeFileSync(path.join(folder, 'greet.json'), JSON.stringify(flow('Hi')));
      await dev.says(/^changed +greet/gm, 2);
      expect(readFileSync(path.join(folder, '.skein/dev.db')).length).toBeGreaterThan(0);
    } finally {
      expect(await dev.stop()).toBe(0);
      remove();
    }
  });
});

function startDev(cwd: string, port: number) {
  const child = spawn(process.execPath, [program, 'dev', '--port', String(port)], { cwd });
  let said = '';
  const hear = (text: string) => void (said += text);
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const patient = { timeout: 120_000, interval: 50 };
  const call = async (method: string, place: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const answered = await fetch(`http://127.0.0.1:${port}/api/v1${place}`, init);
    const json = (await answered.json()) as { [key: string]: unknown };
    if (!answered.ok) throw new Error(JSON.stringify(json));
    return json;
  };
  return {
    /** Waits until it has said this so often. */
    says: (text: RegExp, times: number) =>
      vi.waitFor(() => expect([...said.matchAll(text)]).toHaveLength(times), patient),
    /** Starts a run; the address is announced a moment before it can be used again. */
    start: () =>
      vi.waitFor(
        async () => String((await call('POST', '/workflows/greet/run', {}))['run_id']),
        patient,
      ),
    /** Gives the name, and waits for the output. */
    answer: async (run: string) => {
      const wait = await vi.waitFor(async () => {
        const { items } = await call('GET', `/waits?run=${run}`);
        expect(items).toHaveLength(1);
        return (items as { id: string }[])[0]?.id ?? '';
      }, patient);
      await call('POST', `/waits/${wait}/answer`, 'Ada');
      return vi.waitFor(async () => {
        const found = await call('GET', `/runs/${run}`);
        expect(found['status']).toBe('completed');
        return found['output'];
      }, patient);
    },
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
