// Goal: a pipeline whose trigger an older release kept in its definition only fires after a start, and what is deleted stays deleted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { addMissingTriggers } from '@skein/engine';
import { createEngine } from 'skein';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { serve } from './serving.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'skein-missing-triggers-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

let folder = '';
let store = '';

// Summed up already: a server saves a pipeline again to add the summary of a step.
const step = { name: 'One', type: 'custom_llm', system_prompt: 'Go.', generated_summary: 'Goes.' };

const pipeline = (uuid: string, trigger: string) => ({
  uuid,
  name: 'Each second',
  steps: [{ uuid: `step of ${uuid}`, ...step }],
  trigger: { uuid: trigger, trigger_type_id: 'schedule', config: { cron: '* * * * * *' } },
});

function inFile(...statements: readonly string[]): void {
  const database = new DatabaseSync(path.join(folder, 'skein.db'));
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** What an older release has left: no row of the trigger, and nothing that says that it was looked for. */
const forget = [
  'delete from skein_workflow_triggers',
  "delete from skein_meta where name like 'done:%'",
];

beforeEach(async () => {
  folder = mkdtempSync(path.join(parent, 'store-'));
  store = `sqlite:${path.join(folder, 'skein.db')}`;
  // An engine that leaves the runs of the store to others leaves its triggers alone as well.
  const engine = await createEngine({ store, durable: { recovers: false } });
  await engine.workflows.save(pipeline('on', 't1'));
  await engine.workflows.save(pipeline('off', 't2'));
  await engine.workflows.change('off', { isActive: false });
  await engine.close();
  inFile(...forget);
});

it('[V125] the trigger of a stored pipeline that has no row fires after a start', async () => {
  const { store: opened, engine } = await serve({ folder });
  await vi.waitFor(
    async () => expect((await engine.runs.list({ workflow: 'on' })).items).not.toEqual([]),
    { timeout: 20_000, interval: 100 },
  );
  const { items } = await opened.triggers.list({});
  expect(items.map(({ id, workflow, isActive }) => [id, workflow, isActive])).toEqual([
    ['t1', 'on', true],
    ['t2', 'off', false],
  ]);
});

it('[V125] two that look at once do no harm, not even while ticks are fired', async () => {
  const { store: opened, engine } = await serve({ folder });
  const { triggers } = opened;
  await triggers.delete('t1', '');
  const places = { engine, records: { triggers } };
  await Promise.all([addMissingTriggers(places), addMissingTriggers(places)]);
  const started = async () => {
    const { items } = await opened.triggerHistory.list({ trigger: 't1', user: '' });
    return items.filter(({ outcome }) => outcome === 'started').map(({ run }) => run);
  };
  await vi.waitFor(async () => expect((await started()).length).toBeGreaterThan(1), {
    timeout: 20_000,
    interval: 100,
  });
  const runs = await started();
  expect(new Set(runs).size).toBe(runs.length);
});

it('[V125] they are looked for once: what is deleted later stays deleted', async () => {
  const first = await serve({ folder });
  expect((await first.store.triggers.list({})).items).toHaveLength(2);
  await first.close();
  inFile('delete from skein_workflow_triggers');
  const second = await serve({ folder });
  expect((await second.store.triggers.list({})).items).toEqual([]);
});

it('[V125] an engine that fires the schedules of its store adds them as well', async () => {
  const engine = await createEngine({ store });
  await vi.waitFor(
    async () => expect((await engine.runs.list({ workflow: 'on' })).items).not.toEqual([]),
    { timeout: 20_000, interval: 100 },
  );
  await engine.close();
});
