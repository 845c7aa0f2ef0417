// A closed server: signing in and out, and the settings, among them what is shown once or never.
import { expect, it } from 'vitest';
import { apiAnswers } from './api-answers.ts';
import { describeStudio } from './describe-studio.ts';
import { settingsOptions } from './settings-options.ts';

describeStudio(
  'a closed server',
  ({ studio, open }) => {
    it('[W66][W3158] shows nothing before signing in, then goes to the requested page', async () => {
      const page = await open('/settings?tab=keys', { isStranger: true });
      await page.getByRole('heading', { name: 'Sign in to Skein' }).waitFor();
      await page.getByLabel('API key').fill('skein_wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByText('Wrong API key.').waitFor();
      await page.getByLabel('API key').fill(studio().key);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'API keys' }).waitFor();
      expect(page.url()).toContain('tab=keys');
      const [cookie] = await page.context().cookies();
      expect([cookie?.httpOnly, cookie?.sameSite]).toEqual([true, 'Strict']);
      const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
      expect(kept + page.url()).not.toContain(studio().key);
      await page.goto(`${studio().url}/settings?tab=you`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to Skein' }).waitFor();
      await page.goto(`${studio().url}/workflows`);
      await page.getByRole('heading', { name: 'Sign in to Skein' }).waitFor();
    });

    it('[W66] does not redirect to another site after signing in', async () => {
      const page = await open('/sign-in?to=//attacker.example/', { isStranger: true });
      await page.getByLabel('API key').fill(studio().key);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
    });

    it('[W66] keeps what was typed when a session ends, and continues after signing in again', async () => {
      const page = await open('/workflows?open=new');
      await page.getByLabel('Name').fill('Half a thought');
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
      await page.getByLabel('API key').fill(studio().key);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('dialog', { name: 'Sign in again' }).count()).toBe(0);
      expect(await page.getByLabel('Name').inputValue()).toBe('Half a thought');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Half a thought').first().waitFor();
    });

    it('[W66] keeps what was edited when a session ends in the editor, and saves it afterwards', async () => {
      const { id } = await studio().call<{ id: string }>('POST', '/workflows', {
        name: 'Edited',
        nodes: [
          { id: 'start', type: 'start', data: {} },
          { id: 'agent', type: 'agent', data: { agentName: 'Before' } },
        ],
        connections: [{ source: 'start', target: 'agent' }],
      });
      const page = await open(`/workflows/${id}`);
      await page.locator('.react-flow__node[data-id="agent"]').click();
      await page.getByLabel('Agent name').fill('After');
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
      await page.getByLabel('API key').fill(studio().key);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('dialog', { name: 'Sign in again' }).count()).toBe(0);
      expect(await page.getByLabel('Agent name').inputValue()).toBe('After');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    });

    it('[W65][W3937] creates a key that is shown once, and revokes it', async () => {
      const page = await open('/settings?tab=keys');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('Build server');
      await page.getByRole('combobox', { name: 'Access' }).click();
      await page.getByRole('option', { name: /^write and answer/ }).click();
      await page.getByRole('button', { name: 'Create key' }).click();
      const secret = await page.getByLabel('New key', { exact: true }).innerText();
      const asking = () =>
        fetch(`${studio().url}/api/v1/workflows`, {
          headers: { authorization: `Bearer ${secret}` },
        });
      expect((await asking()).status).toBe(200);
      await page.getByRole('button', { name: 'I have saved it' }).click();
      const own = page.getByRole('region', { name: 'API keys' });
      const row = own.getByRole('listitem').filter({ hasText: 'Build server' });
      await row.getByText('expires in 90 days').waitFor();
      const { items: keys } = await studio().call<{ items: { name: string; scopes: string[] }[] }>(
        'GET',
        '/keys',
      );
      expect(keys.find(({ name }) => name === 'Build server')?.scopes).toEqual(['write', 'answer']);
      expect(await page.content()).not.toContain(secret);
      await row.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await row.getByText('revoked').waitFor();
      expect((await asking()).status).toBe(401);
    });

    it('[W49] reports that a secret was saved, even if its dialog was closed before', async () => {
      const page = await open('/settings?tab=models');
      await page.getByRole('button', { name: 'Add a secret' }).click();
      await page.getByLabel('Name').fill('LATE_TOKEN');
      await page.getByLabel('Value').fill('late');
      const held = Promise.withResolvers<void>();
      await page.route('**/api/v1/secrets/LATE_TOKEN', async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      held.resolve();
      await page.getByText('Saved LATE_TOKEN.').waitFor();
      await studio().call('DELETE', '/secrets/LATE_TOKEN');
    });

    it('[W65] stores a secret that is never shown again, and deletes it after a confirmation', async () => {
      const canary = 'canary-value-31415';
      const page = await open('/settings?tab=models');
      const answers = apiAnswers(page);
      const offline = page
        .getByRole('listitem')
        .filter({ hasText: 'The offline model: it answers from a script' });
      await offline.getByText('default', { exact: true }).waitFor();
      await page.getByText('or sets ANTHROPIC_API_KEY in the environment of the server').waitFor();
      await page.getByRole('button', { name: 'Add a secret' }).click();
      await page.getByLabel('Name').fill('CRM_TOKEN');
      await page.getByLabel('Value').fill(canary);
      await page.getByLabel('Allowed hosts').fill('crm.example.com, api.example.com');
      await page.getByRole('button', { name: 'Save' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'CRM_TOKEN' });
      await row.getByText('Only to crm.example.com, api.example.com').waitFor();
      await page.reload();
      await row.waitFor();
      expect((await page.content()) + answers.join('')).not.toContain(canary);
      await row.getByRole('button', { name: 'Delete CRM_TOKEN' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No secrets yet').waitFor();
    });

    it('[W65] shows what is new about the tools of an MCP server before they are confirmed', async () => {
      const page = await open('/settings?tab=tools');
      const tools = page.getByRole('list', { name: 'Tools of files' });
      await tools.getByText('changed', { exact: true }).waitFor();
      await tools.getByText('new', { exact: true }).first().waitFor();
      await tools.locator('summary').first().click();
      await tools.getByRole('tree', { name: 'parameters' }).first().waitFor();
      await page.getByRole('button', { name: /^Confirm \d+ tools$/ }).click();
      await page.getByText('Confirmed. Agents can use them now.').waitFor();
      await expect.poll(() => tools.getByText('new', { exact: true }).count()).toBe(0);
    });

    it('[W380] marks tools whose arguments cannot be checked', async () => {
      const page = await open('/settings?tab=tools');
      const tool = page.getByRole('listitem').filter({ hasText: 'odd-look' });
      const mark = tool.getByText('arguments not checked');
      await mark.waitFor();
      expect(await mark.getAttribute('title')).toContain('look-ahead');
    });

    it('[W65] lists triggers with the next fire and the last results, and switches them', async () => {
      await studio().call('POST', '/workflows', {
        skein: 1,
        id: 'weekly',
        name: 'Weekly brief',
        nodes: [{ id: 'start', type: 'start' }],
        edges: [],
      });
      await studio().call('PUT', '/workflows/weekly/trigger', {
        trigger_type_id: 'event',
        config: { event: 'week.over' },
      });
      await studio().call('POST', '/events', { name: 'week.over' });
      const page = await open('/settings?tab=triggers');
      const row = page.getByRole('listitem').filter({ hasText: 'Weekly brief' }).first();
      await row.getByText('Event week.over').waitFor();
      await row.getByText(/^started/).waitFor();
      await row.getByRole('switch').click();
      await row.getByText('· off').waitFor();
      await studio().call('PUT', '/workflows/weekly/trigger', {
        trigger_type_id: 'schedule',
        config: { cron: '0 9 * * *', timezone: 'UTC' },
      });
      await row.getByRole('switch').click();
      await row.getByText(/fires in/).waitFor();
    });
  },
  settingsOptions,
);

describeStudio('an open server', ({ open }) => {
  it('[W65] is closed by its first key, and its creator stays signed in', async () => {
    const page = await open('/settings?tab=keys');
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByText('closes the server permanently').waitFor();
    await page.getByLabel('Name').fill('Mine');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('New key', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.reload();
    const own = page.getByRole('region', { name: 'API keys' });
    await own.getByRole('listitem').filter({ hasText: 'Mine' }).waitFor();
    const stranger = await open('/workflows', { isStranger: true });
    await stranger.getByRole('heading', { name: 'Sign in to Skein' }).waitFor();
  });
});

describeStudio(
  'a server with several users',
  ({ studio, open }) => {
    it('[W2456] lets its operator make a key for a user, with a role', async () => {
      const page = await open('/settings?tab=keys');
      await page.getByRole('button', { name: 'New key' }).click();
      const dialog = page.getByRole('dialog', { name: 'New API key' });
      await dialog.getByLabel('Name').fill('Tablet');
      await dialog.getByLabel('User').fill('carol');
      await dialog.getByLabel('Roles').fill('editor, boss');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const secret = await page.getByLabel('New key', { exact: true }).innerText();
      const headers = { authorization: `Bearer ${secret}` };
      const session = await fetch(`${studio().url}/api/v1/session`, { headers });
      expect(await session.json()).toMatchObject({ user: 'carol', roles: ['editor', 'boss'] });
      await page.getByRole('button', { name: 'I have saved it' }).click();
      await page
        .getByRole('region', { name: 'Access of all users' })
        .getByText('carol: Tablet')
        .waitFor();
    });

    it('[W3173][W3942] what a key does not permit is disabled, and says why', async () => {
      const { key } = await studio().call<{ key: string }>('POST', '/keys', {
        name: 'Only looking',
        scopes: ['read'],
      });
      await studio().call('POST', '/workflows', {
        skein: 1,
        id: 'seen',
        name: 'Seen',
        nodes: [{ id: 'greet', type: 'transform', config: { value: 'Hello' } }],
      });
      const page = await open('/sign-in', { isStranger: true });
      await page.context().request.post(`${studio().url}/api/v1/session`, { data: { key } });
      for (const [place, name, scope] of [
        ['/workflows', 'New workflow', 'write'],
        ['/workflows', 'Import', 'write'],
        ['/threads', 'New agent', 'write'],
        ['/settings?tab=keys', 'New key', 'admin'],
        ['/workflows/seen', /^Run.*not possible/, 'run'],
      ] as const) {
        await page.goto(`${studio().url}${place}`);
        const button = page.getByRole('button', { name, exact: true });

        await expect
          .poll(() => button.getAttribute('title'))
          .toContain(`it lacks the scope "${scope}".`);
        expect(await button.getAttribute('aria-disabled')).toBe('true');
        await button.click({ force: true });
        expect(await page.getByRole('dialog').count()).toBe(0);
      }
      await page.goto(`${studio().url}/workflows`);
      await page.getByRole('button', { name: 'Actions for Seen' }).click();
      await page.getByRole('menuitem', { name: 'Versions' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
      // Somebody who has nothing yet is not told to do what they may not do; neither does an address open it.
      const other = await studio().call<{ key: string }>('POST', '/server/keys', {
        user: 'vera',
        name: 'Only looking',
        scopes: ['read'],
      });
      await page.context().request.post(`${studio().url}/api/v1/session`, {
        data: { key: other.key },
      });
      await page.goto(`${studio().url}/workflows?open=new`);
      await page.getByText('Your key lets you look, not build.').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it('[W440] lets its operator revoke the keys and sessions of others', async () => {
      const key = studio().keys.get('ann') ?? '';
      const headers = { authorization: `Bearer ${key}` };
      const asking = async () => (await fetch(`${studio().url}/api/v1/runs`, { headers })).status;
      expect(await asking()).toBe(200);
      const page = await open('/settings?tab=keys');
      const all = page.getByRole('region', { name: 'Access of all users' });
      const row = all.getByRole('listitem').filter({ hasText: 'ann: command line' });
      await row.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await row.waitFor({ state: 'detached' });
      expect(await asking()).toBe(401);
      await all
        .getByText(/local: Session of/)
        .first()
        .waitFor();
    });
  },
  { isClosed: true, users: ['ann'] },
);
