// The operator says where messages go, on a real server with a real receiver.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiAnswers } from './api-answers.ts';
import { describeStudio } from './describe-studio.ts';
import { findingsOf } from './page-findings.ts';

const got: { readonly id: string; readonly text: string }[] = [];
let status = 204;
const receiver: Server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    got.push({ id: String(request.headers['webhook-id']), text });
    response.writeHead(status).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;
/** Nothing listens there any more. */
const closed = createServer();
await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
const { port: closedPort } = closed.address() as AddressInfo;
await new Promise((resolve) => closed.close(resolve));

describeStudio(
  'destinations of messages',
  ({ studio, open }) => {
    beforeAll(() => {
      got.length = 0;
    });
    afterAll(() => {
      receiver.closeAllConnections();
      receiver.close();
    });

    it('[W850][W3815] the operator sets up a webhook, sends a test, sees what came of it and what was delivered', async () => {
      const page = await open('/settings?tab=notifications');
      const answers = apiAnswers(page);
      const dialog = page.getByRole('dialog');
      await page.getByText('Nobody is notified yet').waitFor();
      await page.getByRole('button', { name: 'Add a destination' }).click();
      await dialog.getByLabel('Name').fill('ops');
      await dialog.getByLabel('URL').fill('http://127.0.0.1:1/private');
      await dialog.getByRole('button', { name: 'Generate' }).click();
      const secret = await dialog.getByLabel('Signing secret').inputValue();
      expect(secret).toMatch(/^whsec_/);
      expect(await findingsOf(page, { name: 'dialog', place: '' })).toEqual([]);
      // The guard of the server refuses what its configuration does not allow; the dialog stays.
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('not on the open internet').first().waitFor();
      await dialog.getByLabel('URL').fill(`http://127.0.0.1:${port}/hook`);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('listitem').filter({ hasText: 'ops' });
      await row.getByText('signed').waitFor();

      await row.getByRole('button', { name: 'Send a test to ops' }).click();
      await dialog.getByRole('button', { name: 'Send a test' }).click();
      await dialog.getByText('It was taken in').waitFor();
      expect(JSON.parse(got[0]?.text ?? '')).toMatchObject({ type: 'test' });
      status = 500;
      await dialog.getByRole('button', { name: 'Send a test' }).click();
      await dialog
        .getByText('It was not taken. The receiver answered 500: it has a fault')
        .waitFor();
      status = 204;
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });

      const notify = { to: ['webhook:ops'] };
      await studio().call('PUT', '/workflows/pay', {
        skein: 1,
        id: 'pay',
        nodes: [{ id: 'boss', type: 'approval', config: { prompt: 'Pay?', notify } }],
      });
      await studio().call('POST', '/workflows/pay/run?wait=20', {});
      await expect.poll(() => got.length, { timeout: 30_000 }).toBe(3);
      await expect
        .poll(
          async () => {
            await row.getByRole('button', { name: 'Deliveries to ops' }).click();
            await dialog.waitFor();
            const count = await dialog.getByText('delivered').count();
            if (count === 0) await page.keyboard.press('Escape');
            return count;
          },
          { timeout: 30_000, interval: 500 },
        )
        .toBe(1);
      await dialog.getByText('wait.opened').waitFor();
      await dialog.getByRole('button', { name: 'Send again: wait.opened' }).click();
      await page.getByText('The message is sent again.').waitFor();
      expect(await findingsOf(page, { name: 'deliveries', place: '' })).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect((await page.content()) + answers.join('')).not.toContain(secret);
      expect(await findingsOf(page, { name: 'notifications', place: '' })).toEqual([]);

      await row.getByRole('button', { name: 'Edit ops' }).click();
      expect(await dialog.getByLabel('Signing secret').inputValue()).toBe('');
      await page.keyboard.press('Escape');
      await row.getByRole('button', { name: 'Remove ops' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('Nobody is notified yet').waitFor();
    });

    it('[W4354] a test says in words why it could not be delivered', async () => {
      const call = (place: string, body: unknown) => studio().call('PUT', place, body);
      const webhook = (url: string) => ({ kind: 'webhook', url, format: 'slack' });
      await call('/destinations/closed', webhook(`http://127.0.0.1:${closedPort}/secret`));
      await call('/destinations/plain', webhook(`https://127.0.0.1:${port}/secret`));
      await call('/destinations/gone', webhook(`http://127.0.0.1:${port}/secret`));
      await call('/destinations/letters', {
        kind: 'mail',
        host: '127.0.0.1',
        port: closedPort,
        tls: false,
        from: 'skein@example.org',
        recipients: ['*'],
      });
      status = 404;
      const page = await open('/settings?tab=notifications');
      const dialog = page.getByRole('dialog');
      for (const [name, words] of [
        ['closed', 'The receiver refused the connection. Check the address and the port'],
        ['plain', 'The receiver does not speak TLS at this port. Check the port'],
        ['gone', 'The receiver answered 404: there is nothing at this address.'],
        ['letters', 'The mail server refused the connection.'],
      ] as const) {
        await page.getByRole('button', { name: `Send a test to ${name}` }).click();
        if (name === 'letters') await dialog.getByLabel('To').fill('ana@example.org');
        await dialog.getByRole('button', { name: 'Send a test' }).click();
        await dialog.getByText(`It was not taken. ${words}`).waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
      status = 204;
    });

    it('[W850] a mail server has its own form; other users are told that it is not theirs', async () => {
      const page = await open('/settings?tab=notifications');
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Add a destination' }).click();
      await dialog.getByLabel('Kind').click();
      await page.getByRole('option', { name: 'Mail server' }).click();
      await dialog.getByLabel('Name').fill('post');
      await dialog.getByLabel('Host').fill('smtp.example.org');
      await dialog.getByLabel('From').fill('Skein <skein@example.org>');
      await dialog.getByLabel('Recipients').fill('*@example.org');
      expect(await findingsOf(page, { name: 'mail', place: '' })).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('smtp.example.org · to *@example.org').waitFor();

      const other = await open('/settings?tab=notifications', { isStranger: true });
      await other.getByLabel('API key').fill(studio().keys.get('ann') ?? '');
      await other.keyboard.press('Enter');
      await other.getByText('Only for the operator of this server').waitFor();
      expect(await other.content()).not.toContain('smtp.example.org');
    });
  },
  {
    isClosed: true,
    users: ['ann'],
    config: { http: { allow: [`127.0.0.1:${port}`, `127.0.0.1:${closedPort}`] } },
  },
);
