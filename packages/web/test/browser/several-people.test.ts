// Several people with keys of their own work on one workflow: nobody's work is replaced without a word.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeStudio } from './describe-studio.ts';
import { keptOf } from './kept-of.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

interface Detail {
  readonly definition: { readonly description?: string };
}

describeStudio(
  'several people',
  ({ studio, open }) => {
    /** Somebody who has signed in with a key of that name, in a browser of their own. */
    const enter = async (name: string, place: string) => {
      const made = { name, scopes: ['admin'] };
      const { key } = await studio().call<{ key: string }>('POST', '/keys', made);
      const page = await open('/sign-in', { isStranger: true });
      await page.context().request.post(`${studio().url}/api/v1/session`, { data: { key } });
      await page.goto(studio().url + place);
      await page.getByRole('button', { name: 'Workflow settings' }).click();
      return page;
    };
    const words = (page: Page) =>
      page.getByRole('complementary', { name: 'Workflow' }).getByLabel('Description');
    const save = (page: Page) => page.keyboard.press('Control+s');
    const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true });
    const publish = async (page: Page) => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish' });
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    const published = async () =>
      (await studio().call<Detail>('GET', '/workflows/shared')).definition.description;
    const kept = async () => (await keptOf<Detail>(studio(), 'shared')).definition.description;

    it('[W41][W3900] who saves or publishes over a newer draft is told whose it is and chooses, and nothing is lost', async () => {
      await studio().call('POST', '/workflows', {
        skein: 1,
        id: 'shared',
        name: 'Shared work',
        nodes: [{ id: 'greet', type: 'transform', name: 'Greet', config: { value: 'Hello' } }],
      });
      const ada = await enter('Ada', '/workflows/shared');
      const ben = await enter('Ben', '/workflows/shared');
      await words(ada).fill('Of Ada');
      await save(ada);
      await saved(ada).waitFor();
      await words(ben).fill('Of Ben');
      await save(ben);
      const draft = ben.getByRole('dialog', { name: 'A newer draft' });
      await draft.getByText('Ada saved a newer draft just now.').waitFor();
      expect(await kept()).toBe('Of Ada');
      await draft.getByRole('button', { name: 'See the differences' }).click();
      await draft.getByText('Ben', { exact: true }).waitFor();
      expect(await findingsOf(ben, { name: 'newer draft', place: '' })).toEqual([]);
      await shoot(ben, 'newer-draft');
      await ben.keyboard.press('Escape');
      await draft.waitFor({ state: 'detached' });
      // Whoever publishes has not seen it either.
      await publish(ben);
      await draft.getByRole('button', { name: 'Publish mine anyway' }).waitFor();
      expect(await published()).toBeUndefined();
      await draft.getByRole('button', { name: 'Take theirs' }).click();
      await expect.poll(() => words(ben).inputValue()).toBe('Of Ada');
      await ben.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => words(ben).inputValue()).toBe('Of Ben');
      // Now it is a change of what Ada saved.
      await save(ben);
      await saved(ben).waitFor();
      expect(await kept()).toBe('Of Ben');
      await words(ada).fill('Of Ada again');
      await publish(ada);
      const other = ada.getByRole('dialog', { name: 'A newer draft' });
      await other.getByText('Ben saved a newer draft just now.').waitFor();
      expect(await published()).toBeUndefined();
      await other.getByRole('button', { name: 'Publish mine anyway' }).click();
      await expect.poll(published).toBe('Of Ada again');
      // What was typed before a reload is a change of what was there then, also for a run.
      await words(ben).fill('Of Ben again');
      await ben.getByText('Unsaved', { exact: true }).waitFor();
      await ben.reload();
      await ben.getByText('Unsaved changes restored').waitFor();
      await ben.getByRole('button', { name: 'Run', exact: true }).click();
      await ben.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
      const version = ben.getByRole('dialog', { name: 'A newer version' });
      await version.getByText('Ada published a newer version just now.').waitFor();
      await version.getByRole('button', { name: 'Save mine anyway' }).click();
      await expect.poll(kept).toBe('Of Ben again');
      const { items } = await studio().call<{ items: unknown[] }>(
        'GET',
        '/workflows/shared/versions',
      );
      expect(items).toHaveLength(5);
    });

    it('[W3906] a form is shared with users only: a stranger signs in first, and is led back to it', async () => {
      await studio().call('POST', '/workflows', {
        skein: 1,
        id: 'between',
        name: 'Between us',
        nodes: [{ id: 'greet', type: 'transform', name: 'Greet', config: { value: 'Hello' } }],
      });
      const page = await open('/workflows/between');
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByRole('button', { name: 'Share a form' }).click();
      const dialog = page.getByRole('dialog', { name: 'Share a form' });
      await dialog.getByLabel('Who may use it').click();
      await page.getByRole('option', { name: 'Only signed-in users of this server' }).click();
      expect(await dialog.getByLabel('Pages that may embed it').count()).toBe(0);
      await shoot(page, 'share-users');
      await dialog.getByRole('button', { name: 'Share' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'signed in' });
      const place = await row.getByRole('link', { name: 'Open Between us' }).getAttribute('href');
      const stranger = await open('/icon.svg', { isStranger: true });
      await stranger.goto(place ?? '');
      await stranger.getByText('This page is for users of this server.').waitFor();
      await shoot(stranger, 'share-sign-in');
      await stranger.getByRole('link', { name: 'Sign in', exact: true }).click();
      await stranger.getByLabel('API key').fill(studio().key);
      await stranger.getByRole('button', { name: 'Sign in' }).click();
      await stranger.getByRole('heading', { name: 'Between us' }).waitFor();
      await stranger.getByRole('button', { name: 'Send' }).click();
      await stranger.getByRole('status').getByText('Hello').waitFor();
    });

    it('[W4358] of two who answer at the same time, the second one is told in words who was first', async () => {
      const ask = { id: 'ask', type: 'input', name: 'Ask', config: { prompt: 'Which colour?' } };
      await studio().call('POST', '/workflows', {
        skein: 1,
        id: 'colours',
        name: 'Colours',
        nodes: [ask],
      });
      await studio().call('POST', '/workflows/colours/run', {});
      const { items } = await studio().call<{ items: { id: string }[] }>('GET', '/waits');
      const wait = encodeURIComponent(items[0]?.id ?? '');
      const page = await open(`/inbox?wait=${wait}`);
      await page.getByLabel('Your answer').last().fill('Blue');
      // Nobody has told this page yet.
      const held = Promise.withResolvers<void>();
      await page.route(/\/api\/v1\/waits(\?|\/[^/]+$)/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await studio().call('POST', `/waits/${wait}/answer`, 'Red');
      await page.getByRole('button', { name: 'Send answer' }).click();
      await page.getByText('Somebody else has answered this question already.').waitFor();
      held.resolve();
      await page.getByText('This question is answered.').waitFor();
      expect(await page.getByText(items[0]?.id ?? 'none').count()).toBe(0);
    });
  },
  { isClosed: true },
);
