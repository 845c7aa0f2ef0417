// Goal: a run becomes a case, and a change is measured against what was there before, without leaving the studio.
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

const greet = (value: string) => ({
  skein: 1,
  id: 'greet',
  name: 'Greeting',
  nodes: [{ id: 'say', type: 'transform', config: { value } }],
  edges: [],
});

describeStudio('evaluations', ({ studio, open }) => {
  it('[W2553] a run becomes a case; a worse version is measured beside the one before', async () => {
    const call = studio().call;
    await call('POST', '/workflows', greet('Hello ${trigger.name}'));
    const { run_id: run } = await call<{ run_id: string }>('POST', '/workflows/greet/run?wait=30', {
      input: { name: 'Ada' },
    });
    const page = await open(`/runs/${run}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Add to dataset…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Dataset').fill('people');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added to people.').waitFor();

    const measure = async (baseline?: string) => {
      await page.goto(`${studio().url}/evaluations`);
      await page.getByRole('button', { name: 'New evaluation' }).click();
      if (baseline !== undefined) {
        await page.getByRole('combobox', { name: 'Compare with' }).click();
        await page.getByRole('option', { name: baseline }).click();
      }
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByText('95 % interval').waitFor();
    };
    await measure();
    await page.getByRole('list', { name: 'Scores' }).getByText('1.00', { exact: true }).waitFor();
    await call('PUT', '/workflows/greet', greet('Go away'));
    await measure('greet, just now');
    await page.getByText('Compared: -1.00').waitFor();
    await page.getByText('before 1.00').waitFor();
    await shoot(page, 'evaluation');
    expect(await findingsOf(page, { name: 'evaluation', place: '/evaluations' })).toEqual([]);
    await page.getByRole('link', { name: 'What differs' }).click();
    await page.waitForURL('**/runs/*with=*');
  });
});
