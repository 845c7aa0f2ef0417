// Goal: a part of a workflow is tried on the command line as in the studio: from a node on, or up to one.
import path from 'node:path';
import type { Json } from '@skein/kernel';
import { afterAll, expect, it } from 'vitest';
import { createEngine } from 'skein';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

const say = (id: string, value: string) => ({ id, type: 'transform', config: { value } });
const digest: Json = {
  skein: 1,
  id: 'digest',
  nodes: [
    { id: 'start', type: 'start' },
    say('fetch', 'text of ${trigger.page}'),
    say('sum', 'sum of ${fetch.output}'),
    say('end', 'end: ${sum.output}'),
  ],
  edges: [
    { from: 'start', to: 'fetch' },
    { from: 'fetch', to: 'sum' },
    { from: 'sum', to: 'end' },
  ],
};
const paying: Json = {
  skein: 1,
  id: 'paying',
  nodes: [
    { id: 'may', type: 'approval', config: { prompt: 'Pay?' } },
    { id: 'pay', type: 'tool', config: { tool: 'pay', args: {} } },
  ],
  edges: [{ from: 'may', out: 'approved', to: 'pay' }],
};
const { folder, remove } = folderWith({
  'digest.json': digest,
  'paying.json': paying,
  'given.json': { fetch: 'a file' },
  'script.json': { tools: { pay: { result: 'paid' } } },
});
afterAll(remove);

const skein = async (...given: readonly string[]) => {
  const ended = await callSkein(['run', ...given, '--json'], { cwd: folder });
  return { code: ended.code, out: JSON.parse(ended.stdout || 'null') };
};

it('[C2700] from a node on, everything after it runs, with the outputs that were given', async () => {
  const from = ['digest.json', '--from', 'sum', '--outputs'];
  const given = await skein(...from, '{"fetch":"a text"}');
  expect([given.code, given.out.output]).toEqual([0, 'end: sum of a text']);
  expect((await skein(...from, '@given.json')).out.output).toBe('end: sum of a file');
});

it('[C2700] up to a node, what leads to it runs, and what was given does not', async () => {
  const to = ['digest.json', '--to', 'sum'];
  expect((await skein(...to, '--input', '{"page":7}')).out.output).toBe('sum of text of 7');
  expect((await skein(...to, '--outputs', '{"fetch":"x"}')).out.output).toBe('sum of x');
});

it('[C2700] approvals before something with effects are asked, whatever was given', async () => {
  const pay = ['paying.json', '--from', 'pay', '--script', 'script.json'];
  const asked = await skein(...pay, '--outputs', '{"may":{"decision":"approve","note":""}}');
  expect([asked.code, asked.out.status]).toEqual([3, 'waiting']);
  const approved = await skein(...pay, '--answer', 'may=yes');
  expect([approved.code, approved.out.status]).toEqual([0, 'completed']);
  expect(approved.out.output).toMatchObject({ results: [{ name: 'pay', result: 'paid' }] });
});

it('[C2700] of a stored workflow, as a run that is marked; the workflow stays as it is', async () => {
  const url = `sqlite:${path.join(folder, 'part.db')}`;
  const engine = await createEngine({ store: url });
  const { version } = await engine.workflows.save(digest);
  await engine.close();
  const tried = await skein('digest', '--store', url, '--to', 'fetch', '--input', '{"page":1}');
  expect(tried.out).toMatchObject({ output: 'text of 1', workflow: { id: 'digest#to:fetch' } });
  const after = await createEngine({ store: url });
  expect((await after.workflows.get('digest')).version).toBe(version);
  expect((await after.workflows.list()).items.map(({ id }) => id)).toEqual(['digest']);
  await after.close();
});

it.each([
  [['--from', 'nobody'], 'NODE_NOT_FOUND', 'nobody'],
  [['--from', 'sum', '--to', 'end'], 'USAGE', '--from and --to exclude each other'],
  [['--to', 'sum', '--start', 'sum'], 'USAGE', '--to and --start exclude each other'],
  [['--outputs', '{}'], 'USAGE', '--outputs is for --from and --to'],
  [['--from', 'sum', '--outputs', '[1]'], 'USAGE', '--outputs must be an object'],
])('[C2700] %j is refused', async (given, code, words) => {
  const { out } = await skein('digest.json', ...given);
  expect(out.error).toMatchObject({ code, message: expect.stringContaining(words) });
});
