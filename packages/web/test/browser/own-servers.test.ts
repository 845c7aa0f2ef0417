// What users set up for themselves: MCP servers and secrets. The MCP server is another Skein with a key of its own, whose workflows
// are the tools.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiAnswers } from './api-answers.ts';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { sharedProgram } from './shared-browser.ts';
import { startStudio, type Studio } from './start-studio.ts';

const phone = { width: 390, height: 844 };
const stock = (description: string) => ({
  skein: 1,
  id: 'stock',
  name: 'stock',
  description,
  nodes: [{ id: 'say', type: 'transform', config: { value: 'three left' } }],
  edges: [],
});

describeStudio(
  'MCP servers and secrets of users',
  ({ studio, open }) => {
    let remote: Studio;
    beforeAll(async () => {
      remote = await startStudio({ program: await sharedProgram(), isClosed: true });
      await remote.call('POST', '/workflows', stock('Says what is left.'));
    });
    afterAll(async () => {
      await remote?.stop();
    });

    const openAs = async (user: string, viewport?: typeof phone): Promise<Page> => {
      const page = await open('/settings?tab=tools', {
        isStranger: true,
        ...(viewport && { viewport }),
      });
      await page.getByLabel('API key').fill(studio().keys.get(user) ?? '');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Your MCP servers' }).waitFor();
      return page;
    };
    const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
    const dialog = (page: Page) => page.getByRole('dialog');
    const addSecret = async (page: Page, name: string, value: string) => {
      await section(page, 'Your secrets').getByRole('button', { name: 'Add a secret' }).click();
      await dialog(page).getByLabel('Name').fill(name);
      await dialog(page).getByLabel('Value').fill(value);
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await dialog(page).waitFor({ state: 'detached' });
    };
    const fillServer = async (page: Page, name: string, url: string) => {
      await page.getByRole('button', { name: 'Add a server' }).click();
      await dialog(page).getByLabel('Name').fill(name);
      await dialog(page).getByLabel('URL').fill(url);
    };
    const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click();

    it('[W90][W3943] sets up a server with a secret, which serves that user and nobody else', async () => {
      const page = await openAs('ann');
      const answers = apiAnswers(page);
      await page.getByText('No servers of your own yet').waitFor();
      await addSecret(page, 'SHOP', 'not the key yet');
      await fillServer(page, 'shop', `${remote.url}/mcp`);
      await save(page);
      await dialog(page).getByText('This server wants to know who asks').waitFor();
      await dialog(page).getByRole('button', { name: 'Add a header' }).click();
      await dialog(page).getByRole('button', { name: '${SHOP}' }).click();
      expect(await dialog(page).getByLabel('Value').inputValue()).toBe('Bearer ${SHOP}');
      expect(await findingsOf(page, { name: 'dialog', place: '' })).toEqual([]);
      await save(page);
      // The secret is wrong: the reason is in the dialog, and afterwards in the list.
      await dialog(page).getByRole('alert').getByText('Saved, but it cannot be used').waitFor();
      await page.keyboard.press('Escape');
      const servers = section(page, 'Your MCP servers');
      await servers.getByText('failed', { exact: true }).waitFor();

      const secrets = section(page, 'Your secrets');
      await secrets.getByRole('button', { name: 'Replace' }).click();
      await dialog(page).getByLabel('Value').fill(remote.key);
      await save(page);
      const tools = page.getByRole('list', { name: 'Tools of shop' });
      await tools.getByText('shop-stock', { exact: true }).waitFor();
      await section(page, 'Available tools').getByText('shop-stock').waitFor();
      await page.reload();
      await tools.getByText('shop-stock', { exact: true }).click();
      await tools.getByText('Says what is left.').waitFor();
      expect((await page.content()) + answers.join('')).not.toContain(remote.key);
      expect(await findingsOf(page, { name: 'tools', place: '' })).toEqual([]);

      const other = await openAs('bob');
      await other.getByText('No servers of your own yet').waitFor();
      await other.getByText('No secrets yet').waitFor();
      expect(await other.content()).not.toContain('shop-stock');
      await other.getByRole('tab', { name: 'Models' }).click();
      await other.getByText('Only for the operator of this server').waitFor();

      // A tool that has changed since is used once its user has confirmed it.
      await remote.call('PUT', '/workflows/stock', stock('Says something else.'));
      const changed = servers.getByText('changed', { exact: true });
      await expect
        .poll(
          async () => {
            await page.reload();
            await tools.waitFor();
            return changed.count();
          },
          { timeout: 60_000, interval: 1000 },
        )
        .toBe(1);
      await servers.getByRole('button', { name: 'Confirm 1 tool' }).click();
      await page.getByText('Confirmed. Agents can use them now.').waitFor();
      await changed.waitFor({ state: 'detached' });

      await servers.getByRole('button', { name: 'Remove shop' }).click();
      await dialog(page).getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No servers of your own yet').waitFor();
      await secrets.getByRole('button', { name: 'Delete SHOP' }).click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No secrets yet').waitFor();
    });

    it('[W90] refuses names that are taken and addresses in the network of the server, and says why', async () => {
      const page = await openAs('cleo');
      const problem = dialog(page).getByRole('alert');
      await fillServer(page, 'files', 'https://mcp.example.com/mcp');
      await save(page);
      await problem.getByText('The configuration already has a server called files').waitFor();
      await dialog(page).getByLabel('Name').fill('inside');
      await dialog(page).getByLabel('URL').fill('ftp://10.0.0.1/mcp');
      await save(page);
      const url = dialog(page).locator('input[type=url]:invalid');
      await url.waitFor();
      await dialog(page).getByLabel('URL').fill('http://10.0.0.1/mcp');
      await save(page);
      await problem.getByText(/is not one of the open internet/).waitFor();
      // What was saved can be corrected in place.
      await page.getByRole('dialog', { name: 'Edit inside' }).waitFor();
      await page.keyboard.press('Escape');
      await fillServer(page, 'inside', 'https://mcp.example.com/mcp');
      await save(page);
      await problem.getByText('You already have a server called inside').waitFor();
    });

    it('[W90] keeps what else was set of a server that is changed, by keyboard and on a phone', async () => {
      const rest = { runToken: true, tools: { stock: { approve: true } } };
      await fetch(`${studio().url}/api/v1/my/mcp-servers/shop`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${studio().keys.get('dora')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          url: `${remote.url}/mcp`,
          headers: { Authorization: `Bearer ${remote.key}` },
          ...rest,
        }),
      });
      const page = await openAs('dora', phone);
      await page.getByText('shop-stock', { exact: true }).first().waitFor();
      const edit = page.getByRole('button', { name: 'Edit shop' });
      await edit.focus();
      await page.keyboard.press('Enter');
      await dialog(page).getByRole('button', { name: 'Add a header' }).focus();
      await page.keyboard.press('Space');
      const added = page.getByRole('group', { name: 'Header 2' });
      await added.getByLabel('Header', { exact: true }).fill('X-Shop');
      await added.getByLabel('Value').fill('seven');
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      await expect.poll(() => edit.evaluate((each) => each === document.activeElement)).toBe(true);
      const answer = await page.request.get(`${studio().url}/api/v1/my/mcp-servers`);
      const [server] = (await answer.json()).items;
      expect([server.settings, server.headers['X-Shop'], server.state]).toEqual([
        rest,
        'seven',
        'ready',
      ]);
    });
  },
  {
    isClosed: true,
    users: ['ann', 'bob', 'cleo', 'dora'],
    config: {
      http: { allow: ['127.0.0.1'] },
      mcpServers: { files: { url: 'http://127.0.0.1:9/mcp', disabled: true } },
    },
  },
);
