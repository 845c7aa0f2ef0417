// Goal: two users with workflows of the same id never get each other's, however a definition is reached.
import { memoryStore, openStore } from '@skein/stores';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-owned-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** Waits for a person, then says whose it is. */
const saying = (text: string) =>
  buildWorkflow({
    id: 'flow',
    nodes: [
      { id: 'review', type: 'approval', config: { prompt: `${text}?` } },
      { id: 'say', type: 'transform', config: { value: text } },
    ],
    edges: ['review.approved -> say'],
  });

const calling = buildWorkflow({
  id: 'outer',
  nodes: [
    task('a'),
    { id: 'call', type: 'subworkflow', config: { workflow: 'inner' } },
    {
      id: 'inline',
      type: 'subworkflow',
      config: {
        workflow: {
          id: 'inside',
          nodes: [{ id: 'x', type: 'transform', config: { value: 'in' } }],
          edges: [],
        },
      },
    },
  ],
  edges: ['a -> call', 'call -> inline'],
});
const inner = (text: string) =>
  buildWorkflow({
    id: 'inner',
    nodes: [{ id: 'say', type: 'transform', config: { value: text } }],
    edges: [],
  });

const stores = [
  ['memory', memoryStore],
  ['sqlite', () => openStore(`sqlite:${path.join(folder, `${(files += 1)}.db`)}`)],
] as const;

for (const [name, open] of stores) {
  describeEngine(`workflows of users on ${name}`, (make) => {
    it('[E60] finds their own, then what is nobody’s, also after a restart, in forks and bundles', async () => {
      const harness = await make({ store: await open(), durable: {} });
      const { workflows, runs } = harness.engine;
      await workflows.save(saying('ann'), { user: 'ann' });
      await workflows.save(saying('nobody'));
      const ann = await runs.start('flow', { user: 'ann' });
      const bob = await runs.start('flow', { user: 'bob' });
      const after = (await harness.restart()).engine;
      for (const [run, says] of [
        [ann.id, 'ann'],
        [bob.id, 'nobody'],
      ] as const) {
        expect((await after.runs.settled(run)).waits).toMatchObject([{ prompt: `${says}?` }]);
        await after.waits.answer({ run }, 'yes');
        expect((await after.runs.finished(run)).output).toBe(says);
        await after.waits.answer(
          (await after.waits.get(waitOf(await after.runs.journal(run)))).id,
          'yes',
        );
        const fork = await after.runs.fork(run, { from: 'say' });
        expect((await after.runs.finished(fork.id)).output).toBe(says);
        const bundle = await after.runs.export(run);
        expect(bundle.definitions.map(({ user }) => user)).toEqual([
          says === 'ann' ? 'ann' : undefined,
        ]);
        const moved = await after.runs.import(bundle, { ids: 'new', user: 'cid' });
        expect((await after.runs.get(moved.id)).output).toBe(says);
      }
    });

    it('[E60] does not find what belongs to another user', async () => {
      const { engine } = await make({ store: await open() });
      const { version } = await engine.workflows.save(saying('ann'), { user: 'ann' });
      await expect(engine.runs.start('flow', { user: 'bob' })).rejects.toThrow(/"flow"/);
      await expect(engine.runs.start('flow')).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
      await expect(engine.runs.start('flow', { user: 'bob', version })).rejects.toMatchObject({
        code: 'WORKFLOW_NOT_FOUND',
      });
      await expect(engine.workflows.describe('flow', 'bob')).rejects.toThrow(/"flow"/);
      await expect(engine.workflows.get('flow', undefined, 'bob')).rejects.toThrow(/"flow"/);
      expect((await engine.workflows.list({ user: 'bob' })).items).toEqual([]);
      expect((await engine.workflows.get('flow', version, 'ann')).user).toBe('ann');
    });

    it('[E60] children are workflows of the same user', async () => {
      const { engine } = await make({ store: await open() });
      await engine.workflows.save(inner('of nobody'));
      await engine.workflows.save(inner('of ann'), { user: 'ann' });
      for (const [user, says] of [
        ['ann', 'of ann'],
        ['bob', 'of nobody'],
      ] as const) {
        const { id } = await engine.runs.start(calling, { user });
        const done = await engine.runs.finished(id);
        expect(done).toMatchObject({ status: 'completed', output: 'in' });
        expect(done.outputs['call']?.[0]?.value).toBe(says);
      }
    });
  });
}

describeEngine('revisions of workflows', (make) => {
  it('[E74] keep a stale save from overwriting what somebody else has saved', async () => {
    const { engine } = await make();
    const { workflows } = engine;
    const flow = (node: string) => buildWorkflow({ id: 'w', nodes: [task(node)], edges: [] });
    const owned = { user: 'ann' };
    expect(await workflows.save(flow('a'), { ...owned, expected: 0 })).toMatchObject({
      revision: 1,
    });
    const second = await workflows.save(flow('b'), { ...owned, expected: 1 });
    const stale = workflows.save(flow('c'), { ...owned, expected: 1 });
    await expect(stale).rejects.toMatchObject({ code: 'VERSION_CONFLICT', status: 409 });
    expect((await workflows.newest('w', 'ann')).version).toBe(second.version);
    expect(await workflows.change('w', { ...owned, name: 'W', isActive: false })).toBe(3);
    expect(await workflows.newest('w', 'ann')).toMatchObject({
      name: 'W',
      isActive: false,
      version: second.version,
    });
    const missing = workflows.change('w', { user: 'bob', isActive: false });
    await expect(missing).rejects.toMatchObject({ code: 'WORKFLOW_NOT_FOUND' });
  });
});

describeEngine('descriptions of workflows', (make) => {
  it('[E61] say what people call it and what a run may be given', async () => {
    const { engine } = await make();
    const schema = { type: 'object', properties: { item: { type: 'string' } } };
    const first = {
      ...buildWorkflow({ id: 'plain', nodes: [task('a')], edges: [] }),
      name: 'Plain',
      description: 'Does one thing.',
    };
    const asked = buildWorkflow({
      id: 'asked',
      nodes: [{ id: 'start', type: 'start', config: { schema } }, task('a')],
      edges: ['start -> a'],
    });
    for (const workflow of [first, asked]) await engine.workflows.save(workflow);
    expect(await engine.workflows.describe('plain')).toMatchObject({
      id: 'plain',
      dialect: 'native',
      name: 'Plain',
      description: 'Does one thing.',
    });
    expect(await engine.workflows.describe('plain')).not.toHaveProperty('inputSchema');
    expect(await engine.workflows.describe('asked')).toMatchObject({ inputSchema: schema });
  });
});

function waitOf(rows: readonly { readonly type: string }[]): string {
  const answered = rows.find(({ type }) => type === 'wait.answered');
  return (answered as { readonly wait: string } | undefined)?.wait ?? '';
}
