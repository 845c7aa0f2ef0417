// Goal: whoever looks at a run that kills its processes, on the store itself, does not have it replayed. Method: its journal is damaged,
// so that a replay fails.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runId } from '@skein/kernel';
import { openStore } from '@skein/stores';
import { createEngine, workflow } from 'skein';
import { expect, it, onTestFinished } from 'vitest';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

const asking = { skein: 1, id: 'asking', nodes: [{ id: 'ask', type: 'approval' }] };

it('[X1200] runs show needs no code of a workflow to say how its run ended', async () => {
  const { folder, remove } = folderWith({});
  onTestFinished(remove);
  const store = `sqlite:${path.join(folder, 'runs.db')}`;
  const broken = workflow('broken', async (io) => {
    await io.step('pay', () => Promise.reject(new Error('The till is empty.')));
  });
  const engine = await createEngine({ store, workflows: [broken] });
  const run = await engine.start(broken, null);
  await run.settled();
  await engine.close();
  const shown = await callSkein(['runs', 'show', run.id, '--store', store], { cwd: folder });
  expect(shown.code).toBe(0);
  expect(shown.stderr).toContain('STEP_FAILED: The till is empty.');
  const json = await callSkein(['runs', 'show', run.id, '--json', '--store', store], {
    cwd: folder,
  });
  expect(JSON.parse(json.stdout)).toMatchObject({ id: run.id, status: 'failed' });
});

it('[X855] runs show, cancel and explain on a store replay no quarantined run', async () => {
  const { folder, remove } = folderWith({});
  onTestFinished(remove);
  const file = path.join(folder, 'skein.db');
  const store = await openStore(`sqlite:${file}`);
  const engine = await createEngine({ store, durable: {} });
  const { id } = await engine.runs.start(asking);
  await engine.runs.settled(id);
  const { seq } = await engine.runs.record(id);
  await engine.close();
  await store.runs.append(runId(id), seq, [], { suspicion: { quarantinedAt: Date.now() } });
  await store.close();
  const raw = new DatabaseSync(file);
  raw.prepare(`update skein_journal set body = '{'`).run();
  raw.prepare('delete from skein_snapshots').run();
  raw.close();
  const call = (...given: readonly string[]) =>
    callSkein([...given, '--store', `sqlite:${file}`], { cwd: folder });
  const shown = await call('runs', 'show', id);
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('quarantined')]);
  const json = await call('runs', 'show', id, '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ id, status: 'waiting', nodes: {}, seq });
  for (const given of [
    ['runs', 'show', id, '--view', 'canvas'],
    ['runs', 'explain', id],
    ['runs', 'explain', id, 'ask'],
    ['runs', 'diff', id, id],
  ]) {
    const refused = await call(...given);
    expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('RUN_QUARANTINED')]);
  }
  const replayed = await call('runs', 'show', id, '--rebuild');
  expect(replayed.code).not.toBe(0);
  const cancelled = await call('runs', 'cancel', id, '--json');
  expect(JSON.parse(cancelled.stdout)).toMatchObject({ id, status: 'cancelled' });
  const listed = await call('runs', 'ls');
  expect(listed.stdout).toContain('cancelled');
  expect((await call('runs', 'ls', '--status', 'quarantined')).stdout).toBe('');
});
