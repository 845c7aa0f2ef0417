// Wherever a person reads, nodes are called by their names. The ids of this workflow are found in no text of its pages but the
// details of a node.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { settled } from './drag.ts';
import { publish } from './publish.ts';

const ids = ['zq-ask', 'zq-check', 'zq-yes', 'zq-no'];

const pictures: JsonObject = {
  skein: 1,
  name: 'Pictures',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'zq-ask',
      type: 'llm',
      name: 'Ask for one',
      config: { prompt: 'A picture of ${trigger}' },
    },
    {
      id: 'zq-check',
      type: 'if',
      name: 'With a picture?',
      config: { condition: { left: '${zq-ask.output}', op: 'contains', right: 'nothing' } },
    },
    { id: 'zq-yes', type: 'transform', name: 'Draw it', config: { value: '${zq-ask.output}' } },
    { id: 'zq-no', type: 'tool', name: 'Look it up', config: { tool: 'no_such_tool' } },
  ],
  edges: [
    { from: 'start', to: 'zq-ask' },
    { from: 'zq-ask', to: 'zq-check' },
    { from: 'zq-check', out: 'true', to: 'zq-yes' },
    { from: 'zq-check', out: 'false', to: 'zq-no' },
  ],
  studio: {
    todo: [{ kind: 'binding', node: 'zq-no', message: 'Bind a tool.', hint: 'Choose one.' }],
  },
};

describeStudio(
  'names',
  ({ studio, open }) => {
    const card = (page: Page, name: string) => page.getByRole('group', { name: `${name}, ` });
    const idsOn = async (page: Page) => {
      const text = await page.locator('body').innerText();
      const labels = await page
        .locator('[aria-label], [title]')
        .evaluateAll((all) =>
          all.map(
            (each) =>
              `${each.getAttribute('aria-label') ?? ''} ${each.getAttribute('title') ?? ''}`,
          ),
        );
      const read = [text, ...labels].join('\n');
      return ids.filter((id) => read.includes(id));
    };

    it('[W2404] in the editor: cards, lines, find, values, problems, what is left to do, versions', async () => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', pictures);
      const page = await open(`/workflows/${id}`);
      await settled(card(page, 'With a picture?'));
      await page
        .getByRole('button', { name: 'Edge from Ask for one to With a picture?' })
        // A straight line has no width.
        .waitFor({ state: 'attached' });
      await page.keyboard.press('Control+f');
      await page.getByLabel('Find a node').last().fill('picture');
      await page.getByText('1 of 2 nodes').waitFor();
      expect(await idsOn(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /problem/ })
        .first()
        .click();
      const problems = page.getByRole('list', { name: 'Problems' });
      await problems.getByText('Look it up').first().waitFor();
      expect(await idsOn(page)).toEqual([]);
      await page.getByRole('button', { name: /to do/i }).first().click();
      await page.getByRole('button', { name: 'Go to Look it up' }).waitFor();
      expect(await idsOn(page)).toEqual([]);
      await card(page, 'Draw it').click();
      await page.getByRole('button', { name: 'Insert a value' }).first().click();
      await page.getByRole('treeitem', { name: /^Ask for one/ }).waitFor();
      const offered = await page.getByRole('tree').innerText();
      expect(ids.filter((each) => offered.includes(each))).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Paint it');
      await publish(page);
      await page.getByRole('button', { name: 'Close' }).first().click();
      await page.getByRole('button', { name: 'Versions' }).click();
      await page.getByRole('button', { name: 'Compare' }).last().click();
      await page.getByRole('list', { name: 'Differences' }).getByText('Paint it').first().waitFor();
      expect(await idsOn(page)).toEqual([]);
    });

    it('[W2404] in a run: timeline, why of nodes and of lines', async () => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', pictures);
      const { run_id } = await studio().call<{ run_id: string }>(
        'POST',
        `/workflows/${id}/run?wait=20`,
        { input: 'a nothing' },
      );
      const page = await open(`/runs/${run_id}`);
      await page.getByRole('region', { name: 'Timeline' }).getByText('With a picture?').waitFor();
      await card(page, 'Look it up').click();
      const why = page.getByRole('region', { name: 'Why did this not run?' });
      await why.getByText(/^Look it up did not run because /).waitFor();
      await page
        .getByRole('button', { name: /^Edge from With a picture\? to Look it up/ })
        .press('Enter');
      await page.getByText(/^"With a picture\?" ended through "true"/).waitFor();
      expect(await idsOn(page)).toEqual([]);
    });

    it('[W2902] in the inbox, and in why: the node that asks, and no id of an edge', async () => {
      const asking = {
        skein: 1,
        name: 'Asking',
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'zq-ask', type: 'approval', name: 'Ask Ada', config: {} },
          { id: 'zq-no', type: 'transform', name: 'Give up', config: { value: 1 } },
          { id: 'zq-yes', type: 'transform', name: 'Go on', config: { value: 2 } },
        ],
        edges: [
          { from: 'start', to: 'zq-ask' },
          { id: 'zq-check', from: 'zq-ask', out: 'rejected', to: 'zq-no' },
          { from: 'zq-ask', out: 'approved', to: 'zq-yes' },
        ],
      };
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', asking);
      const { run_id } = await studio().call<{ run_id: string }>(
        'POST',
        `/workflows/${id}/run?wait=20`,
        {},
      );
      const page = await open('/inbox');
      await page.getByRole('button', { name: /Asking/ }).click();
      const request = page.getByRole('region', { name: 'Request' });
      await request.getByText('Ask Ada', { exact: true }).waitFor();
      expect(await idsOn(page)).toEqual([]);
      await request.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Asking').first().waitFor({ state: 'hidden' });
      await page.goto(`${studio().url}/runs/${run_id}?node=zq-no`);
      const why = page.getByRole('region', { name: 'Why did this not run?' });
      await why.getByText(/^Give up did not run because Ask Ada chose/).waitFor();
      expect(await idsOn(page)).toEqual([]);
    });

    it('[W4352] why a node did not run is told once: the failure before it, or what was compared', async () => {
      const read = { id: 'read', type: 'transform', name: 'Read it' };
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
        skein: 1,
        name: 'Told once',
        nodes: [
          { id: 'start', type: 'start' },
          { ...read, config: { value: '${start.output.missing}' } },
          { id: 'after', type: 'transform', name: 'Afterwards', config: { value: 1 } },
        ],
        edges: [
          { from: 'start', to: 'read' },
          { from: 'read', to: 'after' },
        ],
      });
      const { run_id } = await studio().call<{ run_id: string }>(
        'POST',
        `/workflows/${id}/run?wait=20`,
        { input: 'none' },
      );
      const page = await open(`/runs/${run_id}?node=after`);
      await page.getByText(/^Afterwards did not run because Read it failed: /).waitFor();
      expect(await page.getByText(/could not be resolved/).count()).toBe(1);
    });
  },
  { script: { replies: [], otherwise: 'echo' } },
);
