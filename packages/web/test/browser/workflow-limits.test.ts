// The limits of a workflow, and how its nodes are run, in the words of people.
import type { JsonObject } from '@skein/kernel';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { keptOf } from './kept-of.ts';

const order: JsonObject = {
  skein: 1,
  name: 'Order',
  policy: { maxSteps: 50, window: 9 },
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'n1', name: 'Tell the boss', type: 'transform', config: { value: 'told' } },
  ],
  edges: [{ from: 'start', to: 'n1' }],
};

interface Kept {
  readonly definition: { readonly policy?: JsonObject };
}

describeStudio('the limits of a workflow', ({ studio, open }) => {
  it('[W4311] are set in fields, nodes by their names, and what else stands there stays', async () => {
    const { id } = await studio().call<{ id: string }>('POST', '/workflows', order);
    const page = await open(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Workflow settings' }).click();
    const panel = page.getByRole('complementary', { name: 'Workflow' });
    const limits = panel.getByRole('group').filter({ hasText: /^Limits/ });
    expect(await limits.innerText()).toContain('Steps at most');
    await limits.getByText('Limits', { exact: true }).click();
    const form = panel.getByRole('form', { name: 'Limits' });
    await form.getByLabel('Time at most').fill('20 minutes');
    await form.getByLabel('Steps at most').fill('');
    await form.getByLabel('US dollars').fill('2.5');
    await form.getByRole('combobox', { name: 'When a limit is reached' }).click();
    await page.getByRole('option', { name: 'The run goes on at Tell the boss' }).click();
    await panel.getByText('Order and failures', { exact: true }).click();
    const rest = panel.getByRole('form', { name: 'Order and failures' });
    await rest.getByRole('combobox', { name: 'After a failure' }).click();
    await page.getByRole('option', { name: /^Other branches go on/ }).click();
    await rest.getByText('What does not need the failed node is still done.').waitFor();
    expect(await panel.getByRole('form').allInnerTexts()).not.toContain('superstep');
    await page.locator('body').press('Control+s');
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    const { definition } = await keptOf<Kept>(studio(), id);
    expect(definition.policy).toEqual({
      window: 9,
      timeoutMs: 1_200_000,
      budget: { usd: 2.5 },
      onLimit: 'n1',
      onError: 'continue',
    });
  });
});
