// Building a workflow as a person does: with names and labels, by mouse and by keyboard, counted.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { withClipboard } from './clipboard.ts';
import { describeStudio } from './describe-studio.ts';
import { middle, settled } from './drag.ts';
import { startJob, type Job } from './job.ts';
import { keptOf } from './kept-of.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';
import { showPlace } from './show-place.ts';

const phone = { width: 390, height: 844 };

interface Kept {
  readonly definition: {
    readonly nodes: readonly { readonly id: string; readonly type: string }[];
    readonly edges: readonly {
      readonly from: string;
      readonly out?: string;
      readonly to: string;
    }[];
  };
  readonly dialect: string;
}

describeStudio('building', ({ studio, open }) => {
  const read = (page: Page) => studio().call<Kept>('GET', new URL(page.url()).pathname);
  const saved = async (page: Page) => {
    await page.keyboard.press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    return keptOf<Kept>(studio(), new URL(page.url()).pathname.split('/').at(-1) ?? '');
  };
  /** A card by what it says. */
  const card = (page: Page, name: string) => page.getByRole('group', { name: `${name}, ` });
  const placeOf = async (page: Page, name: string) => middle(await settled(card(page, name)));
  const edges = (page: Page) => page.getByRole('button', { name: /^Edge from / });
  const parts = ['model call', 'condition', 'approval', 'function', 'end'];
  const expectChain = async (page: Page) => {
    const { definition, dialect } = await saved(page);
    expect(dialect).toBe('native');
    const types = new Map(definition.nodes.map(({ id, type }) => [id, type]));
    expect(
      definition.edges.map(({ from, out = 'output', to }) => [types.get(from), out, types.get(to)]),
    ).toEqual([
      ['start', 'output', 'llm'],
      ['llm', 'output', 'if'],
      ['if', 'true', 'approval'],
      ['approval', 'approved', 'function'],
      ['function', 'output', 'end'],
    ]);
  };

  it('[W2904] what is added before the drawing is there is joined all the same', async () => {
    const page = await open('/no-such-page');
    const gate = Promise.withResolvers<void>();
    await page.route(/layout\.worker/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(`${studio().url}/workflows`);
    await page.getByRole('button', { name: 'New workflow', exact: true }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    const search = page.getByLabel('Search nodes');
    for (const part of ['model call', 'end']) {
      await search.fill(part);
      await search.press('Enter');
    }
    gate.resolve();
    await expect.poll(() => edges(page).count()).toBe(2);
  });

  it('[W1810][W1801][W1807] job 2, its drawing: start, model, condition, approval, function, end', async () => {
    const page = await open('/workflows');
    const job = startJob('Job 2, the drawing (settings not counted)', 25);
    await job.does(page.getByRole('button', { name: 'New workflow', exact: true }).click());
    await job.does(page.getByRole('button', { name: 'Create' }).click());
    const search = page.getByLabel('Search nodes');
    for (const part of parts) {
      await job.does(search.fill(part));
      await job.does(search.press('Enter'));
    }
    await expect.poll(() => edges(page).count()).toBe(5);
    job.ends();
    await shoot(page, 'job-2-drawing');
    await expectChain(page);
  });

  it('[W1810] job 11: the same with the keyboard alone', async () => {
    const page = await open('/workflows');
    await page.getByRole('button', { name: 'New workflow', exact: true }).waitFor();
    const job = startJob('Job 11, the drawing by keyboard alone', 30);
    const press = (key: string) => job.does(page.keyboard.press(key));
    await press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
    await job.does(page.keyboard.type('new workflow'));
    await page.getByRole('option', { name: 'New workflow' }).first().waitFor();
    await press('Enter');
    await page.getByRole('dialog', { name: 'New workflow' }).waitFor();
    await press('Enter');
    await page.getByLabel('Search nodes').waitFor();
    for (const part of parts) await addByKeys(page, job, part);
    await expect.poll(() => edges(page).count()).toBe(5);
    job.ends();
    await expectChain(page);
  });

  async function addByKeys(page: Page, job: Job, part: string): Promise<void> {
    await job.does(page.keyboard.press('n'));
    await job.does(page.keyboard.type(part));
    const before = await page.getByRole('group', { name: /, / }).count();
    await job.does(page.keyboard.press('Enter'));
    await expect.poll(() => page.getByRole('group', { name: /, / }).count()).toBe(before + 1);
    // The new card has the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className ?? ''))
      .toContain('react-flow__node');
  }

  it('[W1801] adding moves nothing; a node goes into the line that it was dropped on, or that is selected', async () => {
    const page = await open('/workflows?open=new');
    await page.getByRole('button', { name: 'Create' }).click();
    const search = page.getByLabel('Search nodes');
    for (const part of ['transform', 'end']) {
      await search.fill(part);
      await search.press('Enter');
    }
    await page.getByRole('button', { name: 'Close' }).first().click();
    const distance = async () => {
      const [one, two] = [await placeOf(page, 'start'), await placeOf(page, 'end')];
      return { x: Math.round(two.x - one.x), y: Math.round(two.y - one.y) };
    };
    const before = await distance();
    await page.getByRole('button', { name: 'Edge from transform to end' }).press('Enter');
    await search.fill('delay');
    await search.press('Enter');
    await expect.poll(() => edges(page).count()).toBe(3);
    await page.getByRole('button', { name: 'Close' }).first().click();
    const after = await distance();
    // The view may be smaller now: the way from one to the other stays the same in it.
    expect(Math.abs(after.x / after.y - before.x / before.y)).toBeLessThan(0.02);
    await page.getByRole('button', { name: 'Edge from delay to end' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => edges(page).count()).toBe(2);
    const line = await page
      .getByRole('button', { name: 'Edge from start to transform' })
      .locator('path')
      .first()
      .evaluate((path: SVGPathElement) => {
        const { x, y } = path.getPointAtLength(path.getTotalLength() / 2);
        const matrix = path.getScreenCTM()!;
        return { x: matrix.a * x + matrix.e, y: matrix.d * y + matrix.f };
      });
    const pane = (await page.getByRole('application').boundingBox())!;
    await page.getByRole('button', { name: /^Condition / }).dragTo(page.getByRole('application'), {
      targetPosition: { x: line.x - pane.x, y: line.y - pane.y },
    });
    await page.getByRole('button', { name: 'Edge from start to condition' }).waitFor();
    await page.getByRole('button', { name: 'Edge from condition to transform' }).waitFor();
  });

  it('[W1801][W1802] the picker opens where the canvas was double-clicked, and takes the best match', async () => {
    const page = await open('/workflows?open=new');
    await page.getByRole('button', { name: 'Create' }).click();
    await placeOf(page, 'start');
    await page.mouse.dblclick(640, 620);
    const picker = page.getByRole('dialog', { name: 'Add a node' });
    await picker.getByLabel('Search nodes').fill('end');
    await page.keyboard.press('Enter');
    await picker.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Close' }).first().click();
    const { definition } = await saved(page);
    expect(definition.nodes.map(({ type }) => type)).toEqual(['start', 'end']);
  });

  it('[W1808][W1809][W3812] job 1: a first run in two actions, found by describing it; the page has no findings', async () => {
    const page = await open('/');
    const job = startJob('Job 1, first run of what was described', 2);
    await job.does(page.getByLabel('Describe what it should do').fill('sort tickets of customers'));
    await job.does(page.getByRole('button', { name: 'Run Ticket triage' }).click());
    await page.getByText('The customer was charged twice for May.').first().waitFor();
    job.ends();
    await shoot(page, 'job-1');
    const { items } = await studio().call<{
      items: { id: string; dialect: string; replies?: unknown; definition: JsonObject }[];
    }>('GET', '/templates');
    const native = items.filter(({ dialect }) => dialect === 'native');
    expect(native.length).toBeGreaterThanOrEqual(12);
    const first = await open('/');
    await first.getByText('offline replies').first().waitFor();
    expect(await findingsOf(first, { name: 'first', place: '/' })).toEqual([]);
    const small = await open('/', { viewport: phone });
    await small.getByText('offline replies').first().waitFor();
    expect(await findingsOf(small, { name: 'first', place: '/' })).toEqual([]);
    await small.goto(new URL('/threads', small.url()).href);
    await small.getByRole('button', { name: 'Make an agent' }).click();
    await small.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
  });

  it('[W62][W1809][W3781][W3933] every template runs offline, to its end or to a question', async () => {
    const { items } = await studio().call<{ items: { id: string; input: unknown }[] }>(
      'GET',
      '/templates',
    );
    for (const { id, input } of items) {
      const made = await studio().call<{ id: string }>('POST', '/workflows/from-template', {
        template: id,
      });
      const { status } = await studio().call<{ status: string }>(
        'POST',
        `/workflows/${made.id}/run?wait=20`,
        { input },
      );
      expect([id, ['completed', 'waiting', 'stopped'].includes(status)]).toEqual([id, true]);
    }
    // Once more: it is told apart from the first.
    const { name } = await studio().call<{ name: string }>('POST', '/workflows/from-template', {
      template: items[0]?.id,
    });
    expect(name).toMatch(/ [23]$/);
    // One that is opened instead of run keeps its example for the first run.
    const page = await open('/workflows?open=templates');
    await page.getByRole('button', { name: 'Support agent', exact: true }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const customer = page.getByRole('dialog').getByLabel('Customer');
    await customer.waitFor();
    await expect.poll(() => customer.inputValue()).toBe('Mara Lind');
  });

  it('[W3933] the example of a template is suggested however late it is known that there was no run', async () => {
    const { items } = await studio().call<{ items: { id: string; name: string }[] }>(
      'GET',
      '/templates',
    );
    const template = items.find(({ name }) => name === 'Support agent')?.id;
    const { id } = await studio().call<{ id: string }>('POST', '/workflows/from-template', {
      template,
    });
    const page = await open('/no-such-page');
    const known = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/runs\?/, async (route) => {
      await known.promise;
      await route.continue();
    });
    await showPlace(page, `/workflows/${id}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Start' }).waitFor();
    // Long enough for a form that does not wait to tell that it is empty.
    setTimeout(known.resolve, 1_000);
    await expect.poll(() => dialog.getByLabel('Customer').inputValue()).toBe('Mara Lind');
  });

  it('[W1807][W3811] a workflow of another dialect is continued as native, and taken back', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
      name: 'Old letters',
      nodes: [
        { id: 'start', type: 'start', x: 0, y: 0, data: { initialInput: 'x' } },
        { id: 'agent', type: 'agent', x: 0, y: 98, data: { agentName: 'Writer' } },
      ],
      connections: [{ source: 'start', target: 'agent' }],
    });
    const page = await open(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Continue as native' }).click();
    const dialog = page.getByRole('dialog', { name: 'Continue as native' });
    await dialog.getByRole('button', { name: 'Continue as native' }).click();
    await page.getByText('Versions has the one before.').waitFor();
    await expect.poll(() => edges(page).count()).toBe(1);
    expect((await read(page)).dialect).toBe('native');
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Compare' }).last().click();
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Continue as native' }).waitFor();
    expect((await read(page)).dialect).toBe('canvas');
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Use it' }).click();
    await page.getByRole('complementary', { name: 'Use it' }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    await page.getByRole('complementary', { name: 'Versions' }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Continue as native' }).click();
    await dialog.getByRole('button', { name: 'Continue as native' }).click();
    await expect.poll(async () => (await read(page)).dialect).toBe('native');
  });

  it('[W1805][W1806] job 6, find, copy between workflows, undo; several nodes are aligned in one step', async () => {
    const steps = (id: string, words: string): JsonObject => ({
      skein: 1,
      id,
      name: words,
      nodes: [
        { id: 'a', type: 'start', name: 'Begin' },
        { id: 'b', type: 'llm', name: 'Greet', config: { prompt: `Say ${words} to the guest.` } },
        { id: 'c', type: 'transform', name: 'Polish', config: { value: '${b.output}' } },
      ],
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
      studio: { positions: { a: { x: 0, y: 0 }, b: { x: 40, y: 150 }, c: { x: 300, y: 260 } } },
    });
    await studio().call('POST', '/workflows', steps('find-one', 'good morning'));
    await studio().call('POST', '/workflows', steps('find-two', 'good night'));
    const page = await open('/workflows/find-one');
    await placeOf(page, 'Greet');
    const job = startJob('Job 6, find, copy to another workflow, undo', 8);
    await job.does(page.keyboard.press('Control+f'));
    await job.does(page.getByLabel('Find a node').last().fill('morning to the guest'));
    await page.getByText('1 of 1 node').waitFor();
    await job.does(page.keyboard.press('Escape'));
    await withClipboard(async () => {
      await job.does(page.keyboard.press('Control+c'));
      await page.getByText('Copied 1 node.').waitFor();
      await job.does(page.goto(`${studio().url}/workflows/find-two`));
      await placeOf(page, 'Greet');
      await job.does(page.keyboard.press('Control+v'));
      await expect.poll(() => page.getByRole('group', { name: 'Greet, ' }).count()).toBe(2);
    });
    await job.does(page.keyboard.press('Control+z'));
    await expect.poll(() => page.getByRole('group', { name: 'Greet, ' }).count()).toBe(1);
    job.ends();
    await shoot(page, 'job-6-find');
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Align in a column' }).click();
    const columns = async () =>
      new Set(
        await Promise.all(
          ['Begin', 'Greet', 'Polish'].map(async (name) =>
            Math.round((await placeOf(page, name)).x),
          ),
        ),
      );
    await expect.poll(async () => (await columns()).size).toBe(1);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await columns()).size).toBe(3);
  });

  it('[W1804] fitting enlarges nothing beyond its size, and the focus ring has the corners of the card', async () => {
    const page = await open('/workflows?open=new');
    await page.getByRole('button', { name: 'Create' }).click();
    await placeOf(page, 'start');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Fit to view' }).click();
    const width = async () => Math.round((await settled(card(page, 'start'))).width);
    await expect.poll(width).toBe(224);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('start');
    await page.keyboard.press('Escape');
    const ring = await page.evaluate(() => {
      const box = document.activeElement;
      const inner = box?.firstElementChild;
      if (!box || !inner) return null;
      const style = getComputedStyle(inner);
      return [getComputedStyle(box).outlineStyle, style.outlineStyle, style.borderRadius];
    });
    expect(ring?.[0]).toBe('none');
    expect(ring?.[1]).toBe('solid');
    expect(Number.parseFloat(ring?.[2] ?? '0')).toBeGreaterThan(0);
  });
});
