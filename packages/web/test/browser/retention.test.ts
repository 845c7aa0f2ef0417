import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

describeStudio('retention', ({ studio, open }) => {
  it('[W2455] how long runs are kept is seen and changed in the settings', async () => {
    const page = await open('/settings?tab=retention');
    const section = page.getByRole('region', { name: 'Retention' });
    await section.getByText('Runs are kept for ever').waitFor();
    await section.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'How long are runs kept?' });
    await dialog.getByLabel('Days').fill('90');
    expect(await findingsOf(page, { name: 'retention dialog', place: '' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Runs are kept for 90 days').waitFor();
    expect(await studio().call('GET', '/retention')).toMatchObject({ days: 90 });
    expect(await findingsOf(page, { name: 'retention', place: '' })).toEqual([]);
    await shoot(page, 'retention');
  });
});
