import { readFileSync } from 'node:fs';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { ceilings } from '@skein/engine';
import type { JsonObject, WorkflowNode } from '@skein/kernel';
import { describe, expect, it, vi } from 'vitest';
import { Pump } from '../src/core/driver/pump.ts';
import { UserTurns, userTurns } from '../src/core/driver/user-turns.ts';

const paged = (limits: JsonObject) => ({
  id: 'n',
  type: 'http',
  config: { url: 'https://example.org/', pagination: { next: 'link', ...limits } },
});

describeEngine('ceilings', (make) => {
  it.each([
    [{ policy: { maxSteps: 101 } }, '/policy/maxSteps', { maxSteps: 100 }],
    [{ policy: { window: 11 } }, '/policy/window', { window: 10 }],
    [{ policy: { concurrency: 11 } }, '/policy/concurrency', { concurrency: 10 }],
    [{ policy: { tree: { runs: 11 } } }, '/policy/tree/runs', { treeRuns: 10 }],
    [{ policy: { timeoutMs: 11 } }, '/policy/timeoutMs', { durationMs: 10 }],
    [
      { nodes: [paged({ pagesMax: 11 })] },
      '/nodes/0/config/pagination/pagesMax',
      { httpPages: 10 },
    ],
    [
      { nodes: [paged({ itemsMax: 11 })] },
      '/nodes/0/config/pagination/itemsMax',
      { httpItems: 10 },
    ],
  ])(
    '[E406] a definition above a ceiling is refused, with the place: %o',
    async (more, pointer, set) => {
      const { engine } = await make({ limits: { ceilings: set } });
      const flow = buildWorkflow({ id: 'greedy', nodes: [task('work')], ...more });
      await expect(engine.workflows.save(flow)).rejects.toMatchObject({
        code: 'WORKFLOW_INVALID',
        details: { diagnostics: [expect.objectContaining({ code: 'ABOVE_CEILING', pointer })] },
      });
    },
  );

  const asks = (notify: JsonObject): WorkflowNode => ({
    id: 'n',
    type: 'input',
    config: { prompt: 'Well?', notify },
  });
  const to = ['mail:ann@example.org'];
  const works = (more: Partial<WorkflowNode>): WorkflowNode => ({ ...task('n'), ...more });
  const greedyInside = {
    nodes: [{ id: 'n', type: 'task', timeoutMs: 11 }],
    policy: { timeoutMs: 11 },
  };

  it.each([
    [{ nodes: [works({ retry: { attempts: 2, backoffMs: 11 } })] }, ['/nodes/0/retry/backoffMs']],
    [{ nodes: [works({ retry: { attempts: 2, maxMs: 1e17 } })] }, ['/nodes/0/retry/maxMs']],
    [{ nodes: [works({ rate: { limit: 1, per: 11 } })] }, ['/nodes/0/rate/per']],
    [
      { policy: { runs: { rate: { limit: 1, per: 11 }, debounce: { quietMs: 11, maxMs: 12 } } } },
      ['/policy/runs/rate/per', '/policy/runs/debounce/quietMs', '/policy/runs/debounce/maxMs'],
    ],
    [{ policy: { modelRetryMs: 11 } }, ['/policy/modelRetryMs']],
    [
      { nodes: [asks({ to, remindAfterMs: [1, 11], expiresAfterMs: 11 })] },
      ['/nodes/0/config/notify/remindAfterMs/1', '/nodes/0/config/notify/expiresAfterMs'],
    ],
    [
      { nodes: [asks({ escalateTo: to, escalateAfterMs: 11 })] },
      ['/nodes/0/config/notify/escalateAfterMs'],
    ],
    [
      { nodes: [{ id: 'n', type: 'subworkflow', config: { workflow: greedyInside } }] },
      ['/nodes/0/config/workflow/policy/timeoutMs', '/nodes/0/config/workflow/nodes/0/timeoutMs'],
    ],
  ])('[E1101] every time has the ceiling, wherever it is written: %j', async (more, pointers) => {
    const { engine } = await make({ limits: { ceilings: { durationMs: 10 } } });
    const flow = buildWorkflow({ id: 'greedy', nodes: [works({})], ...more });
    const refused = await engine.workflows.save(flow).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'WORKFLOW_INVALID',
      details: {
        diagnostics: pointers.map((pointer) => ({ code: 'ABOVE_CEILING', pointer })),
      },
    });
  });

  it.each([
    [{ type: 'delay', config: { ms: '${trigger.n}' } }, 'ms', { durationMs: 10 }],
    [{ type: 'delay', config: { until: '${trigger.until}' } }, 'until', { durationMs: 10 }],
    [{ type: 'input', config: { deadlineMs: '${trigger.n}' } }, 'deadlineMs', { durationMs: 10 }],
    [
      { type: 'map', config: { items: [], workflow: 'w', concurrency: '${trigger.n}' } },
      'concurrency',
      { mapConcurrency: 10 },
    ],
  ])('[E540] a computed value above a ceiling fails its node: %o', async (node, key, set) => {
    const { engine } = await make({ limits: { ceilings: set } });
    await engine.workflows.save(buildWorkflow({ id: 'w', nodes: [task('work')] }));
    const flow = buildWorkflow({ id: 'greedy', nodes: [{ id: 'n', ...node }] });
    const until = '9999-01-01T00:00:00Z';
    const [limit] = Object.keys(set);
    const message = expect.stringMatching(`^"${key}" is \\d+, .* ceiling ${limit} .* 10\\.$`);
    const { id } = await engine.runs.start(flow, { input: { n: 11, until } });
    expect(await engine.runs.finished(id)).toMatchObject({
      status: 'failed',
      error: { code: 'ABOVE_CEILING', message, node: 'n' },
    });
    const within = await engine.runs.start(flow, { input: { n: 10, until: 0 } });
    expect((await engine.runs.get(within.id)).error).toBeNull();
  });

  it('[E542] a user whose journals are too long starts no further run, until some are deleted', async () => {
    const { engine, store } = await make({ limits: { ceilings: { userBytes: 1000 } } });
    const flow = buildWorkflow({ id: 'long', nodes: [task('work')] });
    const run = async (user: string) => {
      const { id } = await engine.runs.start(flow, { user, input: 'x'.repeat(2000) });
      await engine.runs.finished(id);
      return id;
    };
    const id = await run('ann');
    await expect(run('ann')).rejects.toMatchObject({
      code: 'USER_BYTES_FULL',
      details: { limit: 1000 },
    });
    await run('bob');
    await store.runs.delete(id);
    await run('ann');
  });

  it('[E542] files of runs count too', async () => {
    const { engine } = await make({
      task: async (_call, io) => {
        const bytes = Buffer.alloc(50_000);
        return { value: await io.files.write({ name: 'x', type: 'text/plain' }, bytes) };
      },
      limits: { ceilings: { userBytes: 20_000 } },
    });
    const flow = buildWorkflow({ id: 'filing', nodes: [task('work')] });
    const { id } = await engine.runs.start(flow, { user: 'ann' });
    expect((await engine.runs.finished(id)).status).toBe('completed');
    await expect(engine.runs.start(flow, { user: 'ann' })).rejects.toMatchObject({
      code: 'USER_BYTES_FULL',
    });
  });

  it('[E407] a user with too many runs under way starts no further one; another one does', async () => {
    const { engine } = await make({
      task: () => new Promise<never>(() => {}),
      limits: { ceilings: { userOpen: 2 } },
    });
    const flow = buildWorkflow({ id: 'slow', nodes: [task('work')] });
    const start = (user: string) => engine.runs.start(flow, { user });
    await start('ann');
    const { id } = await start('ann');
    await expect(start('ann')).rejects.toMatchObject({ code: 'USER_BUSY' });
    await start('bob');
    await engine.runs.cancel(id);
    await start('ann');
  });
});

describe('the time of a user', () => {
  it('[E541] a user who has had enough of a minute continues in the next one; another is not delayed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const turns = new UserTurns(20);
      const pump = new Pump(turns);
      const done: string[] = [];
      const busy = (user: string, batches: number) => ({
        isQueued: false,
        origin: { user },
        advance() {
          // It takes five milliseconds.
          vi.advanceTimersByTime(5);
          done.push(user);
          batches -= 1;
          return batches > 0;
        },
      });
      pump.wake(busy('ann', 10));
      pump.wake(busy('bob', 2));
      const of = (user: string) => done.filter((each) => each === user).length;
      expect(of('bob')).toBe(2);
      expect(of('ann')).toBe(4);
      for (let minute = 1; minute <= 10; minute++) await vi.advanceTimersByTimeAsync(60_000);
      expect(of('ann')).toBe(10);
      pump.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('[E541] nothing is measured where a user may have all of it', () => {
    expect(userTurns(60_000)).toBeNull();
    expect(userTurns(59_999)).not.toBeNull();
  });
});

describe('the table of ceilings', () => {
  it('[E406] docs/limits.md has every ceiling with its key and its default', () => {
    const text = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
    const table = text.slice(text.indexOf('## Ceilings'));
    const file = new URL('../../skein/skein.config.schema.json', import.meta.url);
    const schema = JSON.parse(readFileSync(file, 'utf8'));
    const known = schema.properties.limits.properties.engine.properties.ceilings.properties;
    expect(Object.keys(known)).toEqual(Object.keys(ceilings));
    for (const [name, { key, max }] of Object.entries(ceilings)) {
      const row = table.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
      expect(row).toContain(max.toLocaleString('en-US'));
      const said = /default (\d+)/.exec(known[name].description)?.[1];
      expect([name, Number(said ?? max)]).toEqual([name, max]);
      for (const each of key.split(', ').filter(Boolean)) expect(row).toContain(`\`${each}\``);
    }
  });
});
