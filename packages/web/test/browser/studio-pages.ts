// Every page of the studio, for pictures of them and for what must hold on each.
import type { Page } from 'playwright-core';
import type { FilledStudio } from './fill-studio.ts';

export interface StudioPage {
  readonly name: string;
  readonly place: string;
  /** What a person does after opening it; `isPhone`: on a small screen. */
  readonly prepare?: (page: Page, isPhone: boolean) => Promise<void>;
}

const settingsTabs = [
  'models',
  'tools',
  'connections',
  'keys',
  'triggers',
  'notifications',
  'retention',
  'you',
];

const settingsPages: readonly StudioPage[] = settingsTabs.map((tab) => ({
  name: `settings-${tab}`,
  place: `/settings?tab=${tab}`,
}));

/** The pages of an empty server. */
export const emptyPages: readonly StudioPage[] = [
  { name: 'workflows', place: '/workflows' },
  { name: 'runs', place: '/runs' },
  { name: 'inbox', place: '/inbox' },
  { name: 'threads', place: '/threads' },
  { name: 'evaluations', place: '/evaluations' },
  ...settingsPages,
  { name: 'not-found', place: '/no-such-page' },
];

export function filledPages(filled: FilledStudio): readonly StudioPage[] {
  const { waitingRun, compared, agentRun, form, toolCall, pipeline, thread, evaluation } = filled;
  return [
    { name: 'workflows', place: '/workflows' },
    { name: 'templates', place: '/workflows?open=templates' },
    { name: 'new', place: '/workflows?open=new' },
    { name: 'import', place: '/workflows?open=import', prepare: pasteDefinition },
    { name: 'editor', place: '/workflows/review-loop', prepare: openWriter },
    { name: 'expression', place: '/workflows/order-total', prepare: openTotal },
    { name: 'trigger', place: '/workflows/payment?open=trigger' },
    { name: 'assistant', place: '/workflows/hello?open=assistant' },
    { name: 'start-run', place: '/workflows/hello?open=run' },
    { name: 'versions', place: '/workflows/hello', prepare: compareVersions },
    { name: 'use-it', place: '/workflows/hello', prepare: openPanel('Use it') },
    { name: 'pipeline', place: `/workflows/${pipeline}` },
    { name: 'run', place: `/runs/${waitingRun}` },
    { name: 'timeline', place: `/runs/${waitingRun}`, prepare: showTimeline },
    { name: 'chat', place: `/runs/${agentRun}`, prepare: showChat },
    ...['details', 'why', 'journal'].map((tab) => ({
      name: `run-${tab}`,
      place: `/runs/${waitingRun}?tab=${tab}`,
      prepare: showChat,
    })),
    {
      name: 'compare',
      place: `/runs/${compared[1]}?tab=compare&with=${compared[0]}`,
      prepare: showChat,
    },
    { name: 'runs', place: '/runs' },
    { name: 'inbox', place: '/inbox' },
    { name: 'inbox-form', place: `/inbox?wait=${encodeURIComponent(form)}` },
    { name: 'inbox-call', place: `/inbox?wait=${encodeURIComponent(toolCall)}` },
    { name: 'threads', place: '/threads' },
    { name: 'thread', place: `/threads?${thread}` },
    { name: 'evaluations', place: '/evaluations' },
    { name: 'evaluation', place: `/evaluations?evaluation=${evaluation}` },
    ...settingsPages,
    { name: 'command', place: '/workflows', prepare: openCommandBar },
  ];
}

async function pasteDefinition(page: Page): Promise<void> {
  const definition = {
    skein: 1,
    nodes: [{ id: 'a', type: 'start' }],
    edges: [{ from: 'a', to: 'b' }],
  };
  await page.getByLabel('Definition as JSON').fill(JSON.stringify(definition, undefined, 2));
}

async function openWriter(page: Page): Promise<void> {
  await page.locator('.react-flow__node[data-id="writer"]').click();
  await page.getByRole('tab', { name: 'Settings' }).waitFor();
}

async function openTotal(page: Page): Promise<void> {
  await page.locator('.react-flow__node[data-id="total"]').click();
  await page.getByRole('status').getByText('= 205.7').waitFor();
}

async function showTimeline(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) await page.getByRole('button', { name: 'Timeline' }).click();
}

async function showChat(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) await page.getByRole('button', { name: 'Chat' }).click();
}

/** A phone has it in a menu. */
function openPanel(label: string) {
  return async (page: Page, isPhone: boolean): Promise<void> => {
    if (isPhone) await page.getByRole('button', { name: 'More', exact: true }).click();
    const role = isPhone ? 'menuitem' : 'button';
    await page.getByRole(role, { name: label, exact: true }).click();
    await page.getByRole('complementary', { name: label }).waitFor();
  };
}

async function compareVersions(page: Page, isPhone: boolean): Promise<void> {
  await openPanel('Versions')(page, isPhone);
  await page.getByRole('button', { name: 'Compare' }).last().click();
  await page.getByRole('list', { name: 'Differences' }).waitFor();
}

async function openCommandBar(page: Page): Promise<void> {
  await waitForPage(page);
  await page.locator('body').press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
}

/**
 * Waits until the page is there: it has a heading that can be seen (on a phone the question of the inbox hides the list and its
 * title), and nothing of it is still loading.
 */
export async function waitForPage(page: Page): Promise<void> {
  await page.locator('h1:visible, h2:visible').first().waitFor();
  await page.locator('.animate-pulse').first().waitFor({ state: 'hidden' });
}

/** Goes to another page inside of the studio, as its links do. By way of a page that has nothing, so that nothing of the last one stays. */
export async function goTo(page: Page, place: string): Promise<void> {
  const nothing = page.getByText('Page not found');
  const push = (to: string) => page.evaluate((next) => window.history.pushState({}, '', next), to);
  await push('/no-such-page');
  await nothing.waitFor();
  await push(place);
  if (!place.startsWith('/no-such-page')) await nothing.waitFor({ state: 'hidden' });
}
