// A server with a provider that is asked, and a run that asks nobody.
import type { JsonObject } from '@skein/kernel';
import { startFakeProvider, type FakeProvider } from '@skein/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

const greeting: JsonObject = {
  skein: 1,
  name: 'Greeting',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'write', type: 'llm', name: 'Write it', config: { prompt: 'Greet ${trigger}' } },
    { id: 'end', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'write' },
    { from: 'write', to: 'end' },
  ],
};

describeStudio('running offline', ({ studio, open }) => {
  let fake: FakeProvider;
  beforeAll(async () => {
    fake = await startFakeProvider();
  });
  afterAll(() => fake?.close());

  it('[W2901] is offered where a provider is set up, asks nobody, and says so', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', greeting);
    const page = await open(`/workflows/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Run Greeting' });
    const choice = dialog.getByRole('switch', { name: 'Run offline' });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByRole('button', { name: 'Start' }).waitFor();
    expect(await choice.count()).toBe(0);

    const provider = { type: 'openai-compatible', baseURL: `${fake.url}/v1` };
    await studio().call('PUT', '/providers/local', provider);
    await studio().call('PUT', '/models/default', { model: 'local/fake-small' });
    await page.reload();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await choice.click();
    expect(await findingsOf(page, { name: 'run offline', place: '' })).toEqual([]);
    await shoot(page, 'run-offline');
    await dialog.getByLabel('Input', { exact: true }).fill('Ada');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/runs\/./);
    await page.getByText('offline', { exact: true }).waitFor();
    await page.getByText('Completed').first().waitFor();
    expect(fake.requests).toHaveLength(0);
  });
});
