// Every rule that is checked before a run, seen in the editor: marked at its place, listed, led to, and no run with an error.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findForm } from '../../src/graph/forms/find-form.ts';
import { readSketch } from '../../src/graph/read-sketch.ts';
import type { BrokenDefinition } from '../preflight/broken-definition.ts';
import { brokenDefinitions } from '../preflight/broken-definitions.ts';
import { describeStudio } from './describe-studio.ts';
import { drag } from './drag.ts';
import { showPlace } from './show-place.ts';

const runNames = { error: /^Run.*not possible/, warning: /^Run$/ };
const stored = brokenDefinitions.filter(({ isLarge }) => isLarge !== true);
const dialects = [...new Set(stored.map(({ dialect }) => dialect))];

describeStudio('preflight', ({ studio, open }) => {
  it.each(dialects)('[W13][W33] %s', async (dialect) => {
    const rules = stored.filter((each) => each.dialect === dialect);
    const page = await open('/workflows');
    const missed: string[] = [];
    for (const [index, broken] of rules.entries()) {
      const id = `${dialect}-${index}`;
      await studio().call('PUT', `/workflows/${id}?draft=true&dialect=${dialect}`, {
        ...broken.definition,
        id,
      });
      await showPlace(page, `/workflows/${id}`);
      await expectShown(page, broken).catch((error: Error) =>
        missed.push(`${broken.code} (${broken.rule}): ${error.message}`),
      );
      // Ids of steps belong to one workflow.
      await studio().call('DELETE', `/workflows/${id}`);
    }
    expect(missed).toEqual([]);
  });

  async function expectShown(page: Page, broken: BrokenDefinition): Promise<void> {
    const { severity, code } = broken;
    await page.getByRole('heading', { name: code, exact: true }).waitFor();
    // An edge that goes straight down has no width, and so counts as not visible.
    await marked(page, broken).first().waitFor({ state: 'attached' });
    const run = page.getByRole('button', { name: runNames[severity] });
    expect(await run.getAttribute('aria-disabled')).toBe(String(severity === 'error'));
    // A blocked run still leads to the reason.
    const wayToList = { error: run, warning: page.getByRole('button', { name: /problem/ }) };
    await wayToList[severity].click({ force: true });
    await page.getByRole('list', { name: 'Problems' }).getByText(code).first().click();
    await ledTo(page, broken);
  }

  /** What shows the problem where it is. */
  function marked(page: Page, broken: BrokenDefinition) {
    const { at, severity } = broken;
    const mark = severity === 'error' ? 'Has an error' : 'Has a warning';
    if (at === 'workflow') return page.getByRole('button', { name: /problem/ });
    if ('node' in at) return cardOf(page, at.node).getByRole('img', { name: mark });
    if ('step' in at) return page.locator(`#step-${at.step}`).getByRole('img', { name: /problem/ });
    return lineOf(page, broken, severity === 'error' ? '.broken' : '.doubtful');
  }

  async function ledTo(page: Page, broken: BrokenDefinition): Promise<void> {
    const { at } = broken;
    if (at === 'workflow') await page.getByRole('complementary', { name: 'Workflow' }).waitFor();
    else if ('node' in at) {
      await page.getByRole('complementary', { name: / settings$/ }).waitFor();
      await page.getByRole('region', { name: /^Problems of (this node|step \d+)$/ }).waitFor();
    } else if ('step' in at) {
      await page.locator(`#step-${at.step} summary:focus`).waitFor();
    } else await lineOf(page, broken, '.selected').waitFor({ state: 'attached' });
  }

  const cardOf = (page: Page, node: string) => page.locator(`.react-flow__node[data-id="${node}"]`);
  const lineOf = (page: Page, { dialect, definition, at }: BrokenDefinition, look: string) => {
    const line = readSketch(findForm(dialect)!, definition).edges.findLast(
      ({ from, to }) => typeof at === 'object' && 'line' in at && at.line === `${from} ${to}`,
    );
    return page.locator(`.react-flow__edge${look}[data-id=${JSON.stringify(line?.key ?? '')}]`);
  };

  it('[W86] the dialog that starts a run says what the run may lack', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
      name: 'Shop',
      nodes: [
        { id: 'start', type: 'start', data: { initialInput: 'x' } },
        {
          id: 'seller',
          type: 'agent',
          data: { agentName: 'Seller', tools: { 'shop-sell': true } },
        },
      ],
      connections: [{ source: 'start', target: 'seller' }],
    });
    const page = await open(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Run Shop' });
    const lacks = dialog.getByRole('region', { name: 'What the run may lack' });
    await lacks.getByText('Tool not found: shop-sell').waitFor();
    // It is a warning: the node may never be reached.
    expect(await dialog.getByRole('button', { name: 'Start' }).isEnabled()).toBe(true);
  });

  it('[W33] refuses an edge that breaks a rule of subagents, and says which', async () => {
    const agent = (id: string, subagents: boolean) => ({
      id,
      type: 'agent',
      data: { agentName: id, tools: { subagents } },
    });
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
      name: 'Team',
      nodes: [
        { id: 'start', type: 'start', data: {} },
        agent('lead', false),
        agent('helper', false),
      ],
      connections: [{ source: 'start', target: 'lead' }],
    });
    const page = await open(`/workflows/${id}`);
    const lead = page.locator('.react-flow__node[data-id="lead"]');
    const helper = page.locator('.react-flow__node[data-id="helper"]');
    await lead.waitFor();
    await drag(
      page,
      lead.locator('[data-handleid="subagent"]'),
      helper.locator('[data-handleid="in"]'),
    );
    await page.getByText('its tool "subagents" is off').waitFor();
    await page.getByText('SUBAGENTS_OFF').waitFor();
    expect(await page.locator('.react-flow__edge.sub').count()).toBe(0);
  });
});
