// The studio in a real browser, against the real server: what a person does, seen as a person sees it.
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

describeStudio('the studio', ({ studio, open }) => {
  it('[W30] leads a first visit to a finished run in at most three clicks', async () => {
    const page = await open('/', { isFresh: true });
    await page.getByRole('button', { name: 'Run Hello' }).waitFor();
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((each) => each instanceof PerformanceResourceTiming)
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ encodedBodySize }) => encodedBodySize),
    );
    const bytes = loaded.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50 * 1024);
    expect(bytes).toBeLessThan(250 * 1024);
    await page.getByRole('button', { name: 'Run Hello' }).click();
    await page.locator('main header').first().getByText('Completed').waitFor();
    expect(page.url()).toContain('/runs/');
  });

  it('[W30] has its page at every place of its own, compressed as the browser asks', async () => {
    const places = [
      '/',
      '/workflows',
      '/runs/x',
      '/inbox',
      '/threads',
      '/evaluations',
      '/settings',
    ];
    for (const place of places) {
      const got = await fetch(studio().url + place, { headers: { accept: 'text/html' } });
      expect([place, got.status]).toEqual([place, 200]);
      expect(await got.text()).toContain('<div id="root">');
    }
    // The page itself is too short to be worth it.
    const html = await (await fetch(studio().url)).text();
    const script = /src="([^"]*assets\/[^"]+)"/.exec(html)?.[1] ?? '';
    for (const [accepted, sent] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1, br;q=0', 'gzip'],
      ['identity', null],
    ] as const) {
      const headers = { 'accept-encoding': accepted };
      const got = await fetch(new URL(script, studio().url), { headers });
      expect([got.status, got.headers.get('content-encoding')]).toEqual([200, sent]);
    }
  });

  it('[W30] sends the strict policy with every response', async () => {
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
    await page.getByText('Answer sent. The run continues.').waitFor();
    await page.goto(`${studio().url}/runs/${run_id}`);
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await waiting.getByText('Second gate?').waitFor();
    await waiting.getByRole('button', { name: 'Reject' }).click();
    await page.locator('main header').first().getByText('Completed').waitFor();
    const run = await studio().call<{ nodes: unknown }>('GET', `/runs/${run_id}`);
    expect(JSON.stringify(run)).toContain('Fine with me');
  });

  it('[W35] loses nothing by a refresh or a lost connection during a run', async () => {
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
    await Promise.all([studio().restart(), page.getByText('catching up').waitFor()]);
    await page.getByRole('region', { name: 'Waiting for you' }).getByText('Go on?').waitFor();
    await page.getByRole('tab', { name: 'Journal' }).click();
    await expect
      .poll(() => page.getByRole('region', { name: 'Events' }).getByRole('button').count())
      .toBe(2);
  });

  it('[W35][W3172][W3771] reports an unreachable server, keeps the page and what was typed, and catches up', async () => {
    await studio().call('POST', '/workflows', {
      skein: 1,
      id: 'asks',
      name: 'Asks',
      nodes: [{ id: 'ask', type: 'approval', config: { prompt: 'Is the server back?' } }],
    });
    const start = () => studio().call('POST', '/workflows/asks/run?wait=20', {});
    await start();
    const page = await open('/inbox');
    const lost = page.getByText('Connection to the server lost.');
    const questions = page.getByRole('button', { name: /Is the server back/ });
    await questions.click();
    const note = page.getByLabel('Note');
    await note.fill('Half a sentence');
    const place = await note.boundingBox();
    await studio().restart(async () => {
      await lost.waitFor();
      // Nothing moves under the mouse.
      expect(await note.boundingBox()).toEqual(place);
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('The server is not responding.').waitFor();
      expect(await note.inputValue()).toBe('Half a sentence');
      // A page that was never opened cannot come now; the studio stays where it is.
      await page.getByRole('link', { name: 'Evaluations' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.getByRole('link', { name: 'Inbox' }).click();
      await note.waitFor();
      await page.getByRole('link', { name: 'Evaluations' }).click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    });
    await lost.waitFor({ state: 'detached' });
    // What has stopped being true is not said any more, and what was asked for is there.
    await page.getByText('The server is not responding.').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Evaluations' }).waitFor();
    await page.goBack();
    await questions.first().click();
    await start();
    await expect.poll(() => questions.count()).toBe(2);
    expect(await note.inputValue()).toBe('Half a sentence');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Answer sent. The run continues.').waitFor();
  });

  it('[W35][W3784] reports that the server could not refresh a page, and keeps what is shown', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
      skein: 1,
      name: 'Stays there',
      nodes: [{ id: 'ask', type: 'approval', config: { prompt: 'Still there?' } }],
    });
    await studio().call('POST', `/workflows/${id}/run?wait=20`, {});
    const page = await open('/runs');
    const row = page.getByRole('link', { name: 'Stays there' });
    await row.waitFor();
    let isBroken = true;
    await page.route(/\/api\/v1\/runs(?:\?|$)/, (route) =>
      isBroken ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    );
    const banner = page.getByText('The server could not answer.');
    await banner.waitFor();
    expect(await row.isVisible()).toBe(true);
    const asked = page.waitForRequest(/\/api\/v1\/runs(?:\?|$)/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await asked;
    isBroken = false;
    await banner.waitFor({ state: 'detached' });
    // What is not there is not there the next time either: the way back is offered.
    await page.goto(`${studio().url}/runs/no-such-run`);
    await page.getByText('Run not found').waitFor();
    await page.getByRole('link', { name: 'Go to the runs' }).click();
    await row.waitFor();
  });
});
