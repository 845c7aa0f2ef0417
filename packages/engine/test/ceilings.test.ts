import { readFileSync } from 'node:fs';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { ceilings } from '@skein/engine';
import { describe, expect, it } from 'vitest';

describeEngine('ceilings', (make) => {
  it.each([
    [{ policy: { maxSteps: 101 } }, '/policy/maxSteps', { maxSteps: 100 }],
    [{ policy: { window: 11 } }, '/policy/window', { window: 10 }],
    [{ policy: { concurrency: 11 } }, '/policy/concurrency', { concurrency: 10 }],
    [{ policy: { tree: { runs: 11 } } }, '/policy/tree/runs', { treeRuns: 10 }],
    [{ policy: { timeoutMs: 11 } }, '/policy/timeoutMs', { durationMs: 10 }],
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
      for (const each of key.split(', ').filter(Boolean)) expect(row).toContain(`\`${each}\``);
    }
  });
});
