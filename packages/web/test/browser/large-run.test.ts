// Runs that are long or heavy open with little work and few elements. Processor time, because the machine may be busy:
// `npm run frames` prints what people see.
import { expect, it } from 'vitest';
import { countCalls } from './counted-frames.ts';
import { describeStudio } from './describe-studio.ts';
import { costOf, makeHeavyRun, makeLongRun, openOutput, openRun } from './large-run.ts';

/** What a page has before it shows a run, and a few screens of rows. */
const elementsMax = 1_500;
const cpuMsMax = 1_000;
/** Of functions of the studio, for each row of the journal: 233 for this run, most of them of the kernel, which replays it. */
const callsMax = 240;

describeStudio('a large run', ({ studio, open }) => {
  it('[W44] opens with 10,000 events, and draws only the rows that are seen', async () => {
    const run = await makeLongRun(studio());
    const page = await open('/workflows');
    await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
    const opened = await openRun(page, run);
    expect(opened.cpuMs).toBeLessThan(cpuMsMax);
    expect(opened.elements).toBeLessThan(elementsMax);
    await page.locator('.react-flow__node').getByText('×500').first().waitFor();
    const journal = await costOf(page, async () => {
      await page.getByRole('tab', { name: 'Journal' }).click();
      await page.getByRole('region', { name: 'Events' }).getByRole('button').first().waitFor();
    });
    expect(journal.cpuMs).toBeLessThan(cpuMsMax);
    expect(journal.elements).toBeLessThan(elementsMax);
  });

  it('[W44] opens with 10,000 events by few calls for each of them', async () => {
    const run = await makeLongRun(studio());
    const page = await open('/workflows');
    await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
    const calls = await countCalls(page, async () => void (await openRun(page, run)));
    expect(calls / 10_000).toBeGreaterThan(100);
    expect(calls / 10_000).toBeLessThan(callsMax);
  });

  it('[W44][W47] shows 10 MB of JSON without freezing, and goes through what is found in it', async () => {
    const run = await makeHeavyRun(studio());
    const page = await open(`/runs/${run}`);
    await page.locator('main header').first().getByText('Completed').waitFor();
    const opened = await openOutput(page);
    expect(opened.cpuMs).toBeLessThan(cpuMsMax);
    expect(opened.elements).toBeLessThan(elementsMax);
    const output = page.getByRole('tree', { name: 'output', exact: true });
    const searched = await costOf(page, async () => {
      await page.getByLabel('Search in output').fill('word 77');
      await page.getByText('1 of 500+').waitFor();
      await output.getByRole('treeitem', { name: /word 77"$/ }).waitFor();
    });
    expect(searched.cpuMs).toBeLessThan(cpuMsMax);
    expect(searched.elements).toBeLessThan(elementsMax);
    const isSelected = (words: RegExp) =>
      output.getByRole('treeitem', { name: words, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await isSelected(/word 770"$/);
    await page.keyboard.press('Shift+Enter');
    await isSelected(/word 77"$/);
    await page.getByText('1 of 500+').waitFor();
  });
});
