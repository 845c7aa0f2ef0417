// Every rule that is checked before a run, seen in the editor: marked at its place, listed, led to, and no run with an error.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { brokenDefinitions, type BrokenDefinition } from './broken-definitions.ts';
import { describeStudio } from './describe-studio.ts';
import { drag } from './drag.ts';

const runNames = { error: /^Run.*not possible/, warning: /^Run$/ };

describeStudio('preflight', ({ studio, open }) => {
  const titled = brokenDefinitions.map(
    (each) => [each.dialect, each.code, each.rule, each] as const,
  );

  it.each(titled)('[W13][W33] %s: %s (%s)', async (_dialect, code, _rule, broken) => {
    const { dialect, severity, definition } = broken;
    const id = `broken-${brokenDefinitions.indexOf(broken)}`;
    await studio().call('PUT', `/workflows/${id}?draft=true&dialect=${dialect}`, definition);
    const page = await open(`/workflows/${id}`);
    // A line that goes straight down has no width, and so counts as not visible.
    await marked(page, broken).first().waitFor({ state: 'attached' });
    const run = page.getByRole('button', { name: runNames[severity] });
    expect(await run.getAttribute('aria-disabled')).toBe(String(severity === 'error'));
    // A run that is not possible still leads to the reason.
    const wayToList = { error: run, warning: page.getByRole('button', { name: /problem/ }) };
    await wayToList[severity].click({ force: true });
    await page.getByRole('list', { name: 'Problems' }).getByText(code).first().click();
    await ledTo(page, broken);
  });

  /** What shows the problem where it is. */
  function marked(page: Page, { at, severity }: BrokenDefinition) {
    const mark = severity === 'error' ? 'Has an error' : 'Has a warning';
    if (at === 'workflow') return page.getByRole('button', { name: /problem/ });
    if ('node' in at) return cardOf(page, at.node).getByRole('img', { name: mark });
    if ('step' in at) return page.locator(`#step-${at.step}`).getByRole('img', { name: /problem/ });
    return lineOf(page, at.line, severity === 'error' ? '.broken' : '.doubtful');
  }

  async function ledTo(page: Page, { at }: BrokenDefinition): Promise<void> {
    if (at === 'workflow') await page.getByRole('complementary', { name: 'Workflow' }).waitFor();
    else if ('node' in at) {
      await page.getByRole('complementary', { name: / settings$/ }).waitFor();
      await page.getByRole('region', { name: 'Problems of this node' }).waitFor();
    } else if ('step' in at) {
      await page.locator(`#step-${at.step} summary:focus`).waitFor();
    } else await lineOf(page, at.line, '.selected').waitFor({ state: 'attached' });
  }

  const cardOf = (page: Page, node: string) => page.locator(`.react-flow__node[data-id="${node}"]`);
  const lineOf = (page: Page, ends: string, look: string) => {
    const [from, to] = ends.split(' ');
    return page.locator(`.react-flow__edge${look}[aria-label="Edge from ${from} to ${to}"]`);
  };

  it('[W33] refuses a line that breaks a rule of subagents, and says which', async () => {
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
