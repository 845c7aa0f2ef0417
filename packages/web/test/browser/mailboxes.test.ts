// The operator adds a mailbox in the settings, and a mail starts a run: no file, no restart. Messages that nobody took are sent again.
// Method: a real server, a real mail server, a real receiver.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mailAccount, mailPassword, neededServer, type MailAccount } from '@skein/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiAnswers } from './api-answers.ts';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

const mailServer = new URL(await neededServer('imap'));
const got: string[] = [];
const receiver = createServer((request, response) => {
  got.push(String(request.headers['webhook-id']));
  response.writeHead(204).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;

interface Runs {
  readonly items: readonly { readonly workflow: string }[];
}

describeStudio(
  'mailboxes and dead letters',
  ({ studio, open }) => {
    let account: MailAccount;
    beforeAll(async () => {
      account = await mailAccount(mailServer.href);
    });
    afterAll(async () => {
      await account.close();
      receiver.closeAllConnections();
      receiver.close();
    });

    it('[W3453] a mailbox is added, tested, used by a trigger without a restart, and removed', async () => {
      await studio().call('PUT', '/workflows/letters', {
        skein: 1,
        id: 'letters',
        nodes: [{ id: 'start', type: 'start' }],
      });
      const editor = await open('/workflows/letters?open=trigger');
      await editor.getByRole('combobox', { name: 'Trigger type' }).click();
      await editor.getByRole('option', { name: 'By email' }).click();
      await editor.getByRole('button', { name: 'Save trigger' }).click();
      await editor.getByText('Trigger saved.').waitFor();
      await editor.getByRole('link', { name: 'settings', exact: true }).waitFor();

      const page = await open('/settings?tab=triggers');
      const answers = apiAnswers(page);
      const dialog = page.getByRole('dialog');
      await page.getByText('No mailbox is read yet').waitFor();
      await page.getByRole('button', { name: 'Add a mailbox' }).click();
      await dialog.getByLabel('Name').fill('support');
      await dialog.getByLabel('Host').fill(account.host);
      await dialog.getByLabel('Port').fill(String(account.port));
      await dialog.getByLabel('Encryption').click();
      await page.getByRole('option', { name: /^none/ }).click();
      await dialog.getByLabel('User').fill(account.user);
      await dialog.getByLabel('Password').fill('wrong');
      expect(await findingsOf(page, { name: 'mailbox', place: '' })).toEqual([]);
      await shoot(page, 'mailbox-dialog');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('listitem').filter({ hasText: 'support' });
      await row.getByRole('button', { name: 'Test support' }).click();
      await row.getByText(/^It cannot be read\./).waitFor();
      await row.getByRole('button', { name: 'Edit support' }).click();
      expect(await dialog.getByLabel('Password').inputValue()).toBe('');
      await dialog.getByLabel('Password').fill(mailPassword);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await row.getByRole('button', { name: 'Test support' }).click();
      await row.getByText(/^It can be read/).waitFor();
      expect(await findingsOf(page, { name: 'mailboxes', place: '' })).toEqual([]);
      await shoot(page, 'mailboxes');

      let sent = 0;
      // What is there when a mailbox is opened for the first time starts nothing.
      const started = async () => {
        await account.send(`From: ada@example.org\nSubject: mail ${++sent}\n\nHello.\n`);
        const { items } = await studio().call<Runs>('GET', '/runs?workflow=letters');
        return items.length;
      };
      await expect.poll(started, { timeout: 60_000, interval: 1000 }).toBeGreaterThan(0);
      expect((await page.content()) + answers.join('')).not.toContain(mailPassword);

      await row.getByRole('button', { name: 'Remove support' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No mailbox is read yet').waitFor();
    });

    it('[W3454] messages that nobody took are listed, and sent again, one or all', async () => {
      const notify = { to: ['webhook:later'] };
      await studio().call('PUT', '/workflows/pay', {
        skein: 1,
        id: 'pay',
        nodes: [{ id: 'boss', type: 'approval', config: { prompt: 'Pay?', notify } }],
      });
      for (let i = 0; i < 3; i++) await studio().call('POST', '/workflows/pay/run?wait=20', {});
      const page = await open('/settings?tab=notifications');
      const section = page.getByRole('region', { name: 'Not delivered' });
      const again = section.getByRole('button', {
        name: 'Send again: wait.opened to webhook:later',
      });
      await expect.poll(() => again.count(), { timeout: 60_000 }).toBe(3);
      expect(await findingsOf(page, { name: 'dead letters', place: '' })).toEqual([]);
      await shoot(page, 'dead-letters');
      const url = `http://127.0.0.1:${port}/hook`;
      await studio().call('PUT', '/destinations/later', { kind: 'webhook', url });
      await again.first().click();
      await page
        .getByText('One message sent again.')
        .or(page.getByText('1 message sent again.'))
        .waitFor();
      await expect.poll(() => again.count(), { timeout: 60_000 }).toBe(2);
      await section.getByRole('button', { name: 'Send all again' }).click();
      await section.getByText('Nothing is left').waitFor();
      await expect.poll(() => new Set(got).size, { timeout: 60_000 }).toBe(3);
    });
  },
  {
    config: { http: { allow: [`127.0.0.1:${port}`, mailServer.host] } },
  },
);
