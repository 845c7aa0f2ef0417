// A run of a canvas in a real browser: its own words, its own log, and subagents that nobody called.
import type { JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';

const contains = (value: string) => ({ operator: 'contains', value });

const letters: JsonObject = {
  name: 'Letters',
  nodes: [
    { id: 'start', type: 'start', x: 0, y: 0, data: { initialInput: 'please pay' } },
    {
      id: 'kind',
      type: 'if',
      x: 0,
      y: 98,
      data: { conditions: [contains('hello'), contains('pay'), contains('late')] },
    },
    { id: 'greet', type: 'agent', x: -256, y: 196, data: { agentName: 'Greeter' } },
    { id: 'check', type: 'approval', x: 0, y: 196, data: { prompt: 'Pay it?' } },
    {
      id: 'payer',
      type: 'agent',
      x: 0,
      y: 294,
      data: { agentName: 'Payer', tools: { subagents: true } },
    },
    { id: 'lawyer', type: 'agent', x: 300, y: 294, data: { agentName: 'Lawyer' } },
  ],
  connections: [
    { source: 'start', target: 'kind' },
    { source: 'kind', sourceHandle: 'condition-0', target: 'greet' },
    { source: 'kind', sourceHandle: 'condition-1', target: 'check' },
    { source: 'check', sourceHandle: 'approve', target: 'payer' },
    { source: 'payer', sourceHandle: 'subagent', target: 'lawyer' },
  ],
};

describeStudio('a run of a canvas', ({ studio, open }) => {
  const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
  const start = async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', letters);
    const place = `/workflows/${id}/run`;
    return (await studio().call<{ run_id: string }>('POST', place, {})).run_id;
  };

  it('[W82] shows every condition and decision as drawn, and explains by them', async () => {
    const page = await open(`/runs/${await start()}`);
    await card(page, 'kind').getByTitle('condition 1: contains "hello"').waitFor();
    expect(await card(page, 'kind').locator('.port [aria-hidden="true"]').allInnerTexts()).toEqual([
      '1: hello',
      '2: pay',
      '3: late',
      'false',
    ]);
    expect(await card(page, 'check').locator('.port').allInnerTexts()).toEqual([
      'approve',
      'reject',
    ]);
    const waiting = page.getByRole('region', { name: 'Waiting for you' });
    await waiting.getByRole('button', { name: 'Approve' }).click();
    await page.locator('main header').first().getByText('Completed').waitFor();

    await card(page, 'greet').click();
    await page
      .getByRole('region', { name: 'Why did this not run?' })
      .getByText('Greeter did not run because Condition chose condition 2')
      .waitFor();

    await page
      .getByRole('button', { name: 'Edge from Condition to Greeter, not taken' })
      .press('Enter');
    const line = page.getByRole('region', { name: 'Why was this not taken?' });
    await line.getByText('Condition 1 was false: "please pay" contains "hello".').waitFor();
    await card(page, 'check').click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByLabel('Activation details').getByText('approve', { exact: true }).waitFor();
  });

  it('[W82] a subagent that was not called says so', async () => {
    const page = await open(`/runs/${await start()}`);
    await page
      .getByRole('region', { name: 'Waiting for you' })
      .getByRole('button', { name: 'Approve' })
      .click();
    await card(page, 'lawyer').getByRole('img', { name: 'Not called' }).waitFor();
    await card(page, 'greet').getByRole('img', { name: 'Not taken' }).waitFor();
    await card(page, 'lawyer').click();
    await page
      .getByRole('region', { name: 'Why did this not run?' })
      .getByText('"payer" may call "lawyer" as a tool but did not.')
      .waitFor();
  });

  it('[W82] has the log of the dialect as a view, which follows the run', async () => {
    const page = await open(`/runs/${await start()}`);
    await page.getByRole('tab', { name: 'Log' }).click();
    const log = page.getByRole('region', { name: 'Log entries' });
    await log.getByText('Condition 1 (contains "hello") evaluated as false').waitFor();
    await log.getByText('Waiting for user approval').waitFor();
    await page
      .getByRole('region', { name: 'Waiting for you' })
      .getByRole('button', { name: 'Approve' })
      .click();
    await log.getByText('User approved this step.').waitFor();
    await log.getByText('llm_response').waitFor();
  });
});
