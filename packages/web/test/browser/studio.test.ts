// The studio in a real browser, against the real server: what a person does, seen as a person sees it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { hostileTexts, hostileWorkflow } from './hostile.ts';

describeStudio('the studio', ({ studio, open }) => {
  it('[W30] leads a first visit to a finished run in at most three clicks', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Run Hello' }).waitFor();
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    );
    const scripts = await Promise.all(
      loaded.map(async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer())),
    );
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
    expect(bytes).toBeGreaterThan(50 * 1024);
    expect(bytes).toBeLessThan(300 * 1024);
    await page.getByRole('button', { name: 'Run Hello' }).click();
    await page.locator('main header').first().getByText('Completed').waitFor();
    expect(page.url()).toContain('/runs/');
  });

  it('[W30] says with every answer that nothing but its own files may be used', async () => {
    for (const place of ['/', '/workflows', '/theme.js', '/api/v1/templates']) {
      const { headers } = await fetch(studio().url + place);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'self'; script-src 'self'; style-src 'self'",
      );
    }
    expect((await fetch(`${studio().url}/no-such-page`)).status).toBe(404);
    expect((await fetch(`${studio().url}/assets/../../package.json`)).status).toBe(404);
    const mistyped = await fetch(`${studio().url}/no-such-page`, {
      headers: { accept: 'text/html' },
    });
    expect(mistyped.status).toBe(404);
    expect(mistyped.headers.get('content-type')).toContain('text/html');
  });

  it('[W34] answers an approval in the inbox, and one in the run', async () => {
    await studio().call('POST', '/workflows', {
      name: 'Two gates',
      id: 'two-gates',
      nodes: [
        { id: 'start', type: 'start', data: { initialInput: 'x' } },
        { id: 'first', type: 'approval', data: { prompt: 'First gate?' } },
        { id: 'second', type: 'approval', data: { prompt: 'Second gate?' } },
      ],
      connections: [
        { source: 'start', target: 'first' },
        { source: 'first', sourceHandle: 'approve', target: 'second' },
      ],
    });
    const { run_id } = await studio().call<{ run_id: string }>(
      'POST',
      '/workflows/two-gates/run',
      {},
    );
    const page = await open('/inbox');
    await page.getByRole('button', { name: /First gate/ }).click();
    await page.getByRole('heading', { name: 'First gate?' }).waitFor();
    await page.getByLabel('Note').fill('Fine with me');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Answered. The run goes on.').waitFor();
    await page.goto(`${studio().url}/runs/${run_id}`);
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await waiting.getByText('Second gate?').waitFor();
    await waiting.getByRole('button', { name: 'Reject' }).click();
    await page.locator('main header').first().getByText('Completed').waitFor();
    const run = await studio().call<{ nodes: unknown }>('GET', `/runs/${run_id}`);
    expect(JSON.stringify(run)).toContain('Fine with me');
  });

  it('[W35] loses nothing by a refresh or a lost connection in the middle of a run', async () => {
    await studio().call('POST', '/workflows', {
      skein: 1,
      id: 'slow',
      name: 'Slow',
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'wait', type: 'delay', config: { ms: 6000 } },
        { id: 'ask', type: 'approval', config: { prompt: 'Go on?' } },
      ],
      edges: [
        { from: 'start', to: 'wait' },
        { from: 'wait', to: 'ask' },
      ],
    });
    const { run_id } = await studio().call<{ run_id: string }>('POST', '/workflows/slow/run', {});
    const page = await open(`/runs/${run_id}`);
    await page.locator('.react-flow__node[data-id="start"]').waitFor();
    await page.reload();
    await page.locator('.react-flow__node[data-id="start"]').waitFor();
    await studio().restart();
    await page.getByRole('region', { name: 'Waiting for you' }).getByText('Go on?').waitFor();
    await page.getByRole('tab', { name: 'Journal' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Events' }).getByRole('button').count())
      .toBe(2);
  }, 60_000);

  it('[W36] shows what models and users wrote as text, and runs or loads nothing of it', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', hostileWorkflow());
    const { run_id } = await studio().call<{ run_id: string }>('POST', `/workflows/${id}/run`, {
      input: hostileTexts.join('\n\n'),
    });
    const page = await open(`/workflows/${id}`);
    await page.locator('.react-flow__node').first().waitFor();
    await page.locator('.react-flow__node').nth(1).click();
    await page.getByRole('tab', { name: 'Settings' }).waitFor();
    await page.goto(`${studio().url}/runs/${run_id}`);
    await page.locator('main header').first().getByText('Waiting').first().waitFor();
    for (const tab of ['Details', 'Why?', 'Journal', 'Chat'])
      await page.getByRole('tab', { name: tab }).click();
    await page.goto(`${studio().url}/inbox`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.goto(`${studio().url}/workflows`);
    await page.getByRole('heading', { name: 'Your workflows' }).waitFor();
    expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined();
    expect(await page.locator('img[src^="http"], iframe, object, embed').count()).toBe(0);
    // A character that turns the direction of reading is written out.
    await page.goto(`${studio().url}/inbox`);
    await expect.poll(() => page.locator('main').innerText()).toContain('\\u202e');
  });

  it('[W37] has no serious finding of axe on any page, in both themes', async () => {
    await studio().call('POST', '/workflows/from-template', { template: 'mail-digest' });
    await studio().call('POST', '/workflows/from-template', { template: 'contract-approvals' });
    const started = await studio().call<{ run_id: string }>(
      'POST',
      '/workflows/contract-approvals/run',
      {},
    );
    const { items } = await studio().call<{ items: { id: string; dialect: string }[] }>(
      'GET',
      '/workflows',
    );
    const pipeline = items.find(({ dialect }) => dialect === 'pipeline');
    const places = [
      '/workflows',
      '/workflows?open=import',
      '/workflows/contract-approvals',
      `/workflows/${pipeline!.id}`,
      `/runs/${started.run_id}`,
      '/runs',
      '/inbox',
      '/settings',
    ];
    const found: string[] = [];
    // That dark colours can be read is computed from the tokens (W25).
    for (const colorScheme of ['light', 'dark'] as const)
      for (const place of colorScheme === 'light' ? places : ['/workflows', '/inbox']) {
        const page = await open(place, { colorScheme, bypassCSP: true });
        await page.locator('h1').first().waitFor();
        await page.waitForTimeout(800);
        found.push(
          ...(await seriousFindings(page)).map((finding) => `${colorScheme} ${place}: ${finding}`),
        );
        await page.close();
      }
    expect(found).toEqual([]);
  }, 90_000);
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: scanner } = window as unknown as {
      axe: {
        run: () => Promise<{
          violations: { id: string; impact: string; nodes: { html: string }[] }[];
        }>;
      };
    };
    const { violations } = await scanner.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} at ${nodes[0]?.html ?? ''}`);
  });
}
