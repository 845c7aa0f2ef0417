import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { drag } from './drag.ts';

describeStudio('preflight', ({ studio, open }) => {
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

  it('[W33] does not run what has an error: it names the first one and leads to its place', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
      name: 'Two starts',
      nodes: [{ id: 'start', type: 'start', x: 0, y: 0, data: {} }],
      connections: [],
    });
    const page = await open(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Start Where a run begins' }).click();
    const run = page.getByRole('button', { name: /^Run.*not possible/ });
    await run.waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    // It says that it is disabled, and still leads to the reason.
    await run.click({ force: true });
    await page.getByRole('list', { name: 'Problems' }).getByRole('button').first().click();
    await page.getByRole('complementary', { name: 'Start settings' }).waitFor();
    await page.getByRole('img', { name: 'Has an error' }).first().waitFor();
  });
});
