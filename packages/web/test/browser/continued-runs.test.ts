// Runs that go on otherwise than they began, in a real browser: in another version, after a failure, and after they were set aside.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runId, type JsonObject } from '@skein/kernel';
import { openStore } from '@skein/stores';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-continued-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = `sqlite:${path.join(folder, 'skein.db')}`;

const script: JsonObject = {
  replies: [
    { when: { node: 'flaky', call: 1 }, error: { status: 400, message: 'no such model' } },
    { when: { node: 'flaky' }, text: 'back' },
    { when: { node: 'slow', call: 1 }, delayMs: 600_000, text: 'late' },
  ],
};

type Saved = JsonObject & { readonly id: string };

const moving = (last: string): Saved => ({
  skein: 1,
  id: 'moving',
  name: 'Moving',
  nodes: [
    { id: 'ask', type: 'input', config: { prompt: 'How many?' } },
    { id: 'end', type: 'transform', config: { value: `\${ask.output} ${last}` } },
  ],
  edges: [{ from: 'ask', to: 'end' }],
});

const calling = (node: string): Saved => ({
  skein: 1,
  id: `calling-${node}`,
  name: `Calling ${node}`,
  nodes: [{ id: node, type: 'llm', config: { prompt: 'Hello' } }],
});

/** As if three processes had died with the run, the last one while it was tried alone. */
async function haveDied(runs: readonly string[]): Promise<void> {
  const opened = await openStore(store);
  for (const run of runs.map((id) => runId(id))) {
    for (const name of ['one', 'two', 'three']) {
      await opened.leases.renew(`${name} of ${run}`, 1);
      await opened.leases.claim(run, `${name} of ${run}`, 2);
    }
    const seq = (await opened.runs.get(run))?.seq ?? 0;
    await opened.runs.append(run, seq, [], { suspicion: 'tried' });
  }
  await opened.close();
}

describeStudio(
  'runs that go on',
  ({ studio, open }) => {
    const call = <Answer>(method: string, place: string, body?: unknown) =>
      studio().call<Answer>(method, place, body);
    const status = (page: Page, words: string) =>
      page.locator('main header').first().getByText(words);
    const begin = async (workflow: Saved, query = '') => {
      await call('PUT', `/workflows/${workflow.id}`, workflow);
      const place = `/workflows/${workflow.id}/run${query}`;
      return (await call<{ run_id: string }>('POST', place, {})).run_id;
    };

    it('[W580][W3152] waiting runs are moved to the newest version: first what would happen, then the move; they go on there under their ids', async () => {
      const run = await begin(moving('old'), '?wait=10');
      await call('PUT', '/workflows/moving', moving('new'));
      const page = await open('/workflows/moving');
      await page.getByRole('button', { name: 'Versions' }).click();
      const waiting = page.getByRole('region', { name: 'Waiting runs' });
      await waiting.getByText('1 run waits in an older version.').waitFor();
      await waiting.getByText('Which ones').click();
      const listed = waiting.getByRole('list', { name: 'Runs' }).getByRole('listitem');
      await listed.getByText('can move').waitFor();
      expect(await listed.allTextContents()).toEqual([expect.stringContaining('can move')]);
      expect(await listed.getByRole('link').getAttribute('href')).toContain(run);
      const before = await call<{ workflow: { version: string } }>('GET', `/runs/${run}`);
      await waiting.getByRole('button', { name: 'Move it' }).click();
      await waiting.getByRole('status').getByText('1 run moved.').waitFor();
      const after = await call<{ workflow: { version: string }; waits: { id: string }[] }>(
        'GET',
        `/runs/${run}`,
      );
      expect(after.workflow.version).not.toBe(before.workflow.version);
      await page.goto(`${studio().url}/runs/${run}`);
      await status(page, 'Waiting').waitFor();
      await call('POST', `/waits/${after.waits[0]?.id}/answer`, '7');
      await status(page, 'Completed').waitFor();
      expect(await call('GET', `/runs/${run}`)).toMatchObject({ output: '7 new' });
    });

    it('[W581] a failed run is resumed where it failed, on its page', async () => {
      const run = await begin(calling('flaky'), '?wait=10');
      const page = await open(`/runs/${run}`);
      await status(page, 'Failed').waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      await status(page, 'Completed').waitFor();
      expect(await call('GET', `/runs/${run}`)).toMatchObject({ id: run, output: 'back' });
    });

    it('[W582] quarantined runs are listed, shown as they are stored, released and cancelled', async () => {
      const runs = [await begin(calling('slow')), await begin(calling('slow'))];
      const [first = '', second = ''] = runs;
      await studio().restart(() => haveDied(runs));
      const quarantined = async () =>
        (await call<{ items: { id: string }[] }>('GET', '/runs?status=quarantined')).items
          .map(({ id }) => id)
          .toSorted();
      await expect.poll(quarantined).toEqual(runs.toSorted());
      const page = await open('/runs');
      const release = page.getByRole('button', { name: /^Release run / });
      await expect.poll(() => release.count()).toBe(2);
      await page.goto(`${studio().url}/runs/${second}`);
      const aside = page.getByRole('region', { name: 'Quarantined run' });
      await aside.getByText('Quarantined', { exact: true }).waitFor();
      await aside.getByRole('button', { name: 'Cancel' }).click();
      await aside.getByText('Cancelled', { exact: true }).waitFor();
      await expect.poll(quarantined).toEqual([first]);
      await page.goto(`${studio().url}/runs/${first}`);
      await aside.getByRole('button', { name: 'Release' }).click();
      // Another process has a fresh script, and the first call is slow again.
      await status(page, 'Running').waitFor();
      expect(await quarantined()).toEqual([]);
      await call('POST', `/runs/${first}/cancel`, {});
    });
  },
  { script, store },
);
