// Runs that are long or heavy, made by the real server, and what it costs a page to show them.
import type { Json, JsonObject } from '@skein/kernel';
import type { Page } from 'playwright-core';
import { showPlace } from './show-place.ts';
import type { Studio } from './start-studio.ts';

const counters = 20;
const rounds = 500;

/** Counts in twenty loops side by side: each round of each is a row of the journal. */
const counting: JsonObject = {
  skein: 1,
  id: 'counting',
  name: 'Counting',
  policy: { maxSteps: 2 * counters * rounds },
  nodes: names().map((id) => ({
    id,
    type: 'function',
    config: { name: 'math.add', args: { a: '${previous}', b: 1 } },
  })),
  edges: names().map((id) => ({
    from: id,
    to: id,
    loop: true,
    when: { left: `\${${id}.output}`, op: 'lt', right: rounds },
  })),
  entry: names(),
};

function names(): readonly string[] {
  return Array.from({ length: counters }, (_, index) => `count-${index}`);
}

/** The id of a run with 10,000 events. */
export async function makeLongRun(studio: Studio): Promise<string> {
  await studio.call('PUT', '/workflows/counting', counting);
  return finishedRun(studio, 'counting', 0);
}

const rowCount = 85_000;

/** The id of a run whose first node gives out 10 MB. */
export async function makeHeavyRun(studio: Studio): Promise<string> {
  await studio.call('PUT', '/workflows/heavy', {
    skein: 1,
    id: 'heavy',
    name: 'Heavy',
    nodes: [{ id: 'keep', type: 'transform', config: { value: '${trigger}' } }],
    edges: [],
  });
  const rows = Array.from({ length: rowCount }, (_, index) => ({
    number: index,
    text: `${'word '.repeat(14)}${index}`,
    tags: ['a', 'b'],
  }));
  return finishedRun(studio, 'heavy', { rows });
}

async function finishedRun({ call }: Studio, workflow: string, input: Json): Promise<string> {
  const place = `/workflows/${workflow}/run?wait=60`;
  const { run_id, status } = await call<{ run_id: string; status: string }>('POST', place, {
    input,
  });
  if (status !== 'completed') throw new Error(`The run is ${status}.`);
  return run_id;
}

export interface OpeningCost {
  /** Processor time of the page's main thread. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** How many elements the page has in the end. */
  readonly elements: number;
}

/** What it costs a page that is there already to do something until something is seen. */
export async function costOf(page: Page, act: () => Promise<void>): Promise<OpeningCost> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const seconds = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(
      ({ name }) => name === 'TaskDuration',
    )?.value ?? 0;
  const began = performance.now();
  const before = await seconds();
  await act();
  const cpuMs = ((await seconds()) - before) * 1000;
  const wallMs = performance.now() - began;
  await session.detach();
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  return { cpuMs, wallMs, elements };
}

/** Opens a run as a link does, until its graph, its timeline and its end are seen. */
export async function openRun(page: Page, run: string): Promise<OpeningCost> {
  return costOf(page, async () => {
    await showPlace(page, `/runs/${run}`);
    await page.locator('main header').first().getByText('Completed').waitFor();
    await page.locator('.react-flow__node').first().waitFor();
    await page
      .getByRole('region', { name: 'Steps over time' })
      .getByRole('button')
      .first()
      .waitFor();
  });
}

/** Shows the output of the first node of a run. */
export async function openOutput(page: Page): Promise<OpeningCost> {
  return costOf(page, async () => {
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('tree', { name: 'output' }).getByText('rows:').waitFor();
  });
}
