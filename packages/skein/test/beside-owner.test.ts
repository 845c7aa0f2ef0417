// Goal: a file that a server works on can be looked at with the command line, without stopping the server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../src/index.ts';
import { review } from './flows.ts';
import { skein } from './spawn-skein.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-beside-'));
const store = `sqlite:${path.join(folder, 'a.db')}`;
let engine: Engine;
let id = '';

beforeAll(async () => {
  engine = await createEngine({ store });
  ({ id } = await engine.runs.start(review as object, { input: 'cats' }));
  await engine.runs.settled(id);
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const look = async (...given: readonly string[]) => {
  const { code, stdout, stderr } = await skein([...given, '--store', store, '--json']);
  return { code, stderr, lines: stdout.trim().split('\n') };
};

it('[C93] runs ls, show and explain look beside the process that has the file, and say so', async () => {
  const listed = await look('runs', 'ls');
  expect(JSON.parse(listed.lines.join('\n'))).toMatchObject({ items: [{ id, status: 'waiting' }] });
  expect(listed).toMatchObject({ code: 0 });
  expect(listed.stderr).toContain(`(pid ${process.pid})`);
  const shown = await look('runs', 'show', id);
  expect(JSON.parse(shown.lines.join('\n'))).toMatchObject({ waits: [{ node: 'review' }] });
  const explained = await look('runs', 'explain', id, 'review');
  expect(explained).toMatchObject({ code: 0 });
  const refused = await look('runs', 'cancel', id);
  expect(refused.code).toBe(8);
  expect(JSON.parse(refused.lines.join('\n'))).toMatchObject({ error: { code: 'STORE_LOCKED' } });
  expect(await engine.runs.get(id)).toMatchObject({ status: 'waiting' });
});

it('[C93] runs tail prints a JSON line for each row, as it comes, and the run in the last one', async () => {
  const waiting = await look('runs', 'tail', id);
  expect(waiting.code).toBe(3);
  const rows = waiting.lines.map((line) => JSON.parse(line) as { readonly type: string });
  expect(rows.at(-1)).toMatchObject({ type: 'run', run: { id, status: 'waiting' } });
  const journal = await engine.runs.journal(id);
  expect(rows.filter(({ type }) => type === 'event')).toMatchObject(
    journal.map((event) => ({ type: 'event', seq: event.seq, event })),
  );
  await engine.waits.answer({ run: id, node: 'review' }, { decision: 'approve' });
  await engine.runs.finished(id);
  const ended = await look('runs', 'tail', id);
  expect(ended.code).toBe(0);
  expect(JSON.parse(ended.lines.at(-1) ?? '')).toMatchObject({ run: { status: 'completed' } });
});
