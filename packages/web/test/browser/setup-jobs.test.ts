// Two jobs of a person who begins with nothing: a provider and its default model (8), and an agent with the tools of an MCP server, in
// a chat (5). The provider speaks the real wire format over HTTP, the MCP server is a real process.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { startFakeProvider, type FakeProvider } from '@skein/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { copiedText } from './clipboard.ts';
import { describeStudio } from './describe-studio.ts';
import { startJob } from './job.ts';
import { findingsOf } from './page-findings.ts';
import { shoot } from './shoot.ts';

const phone = { width: 390, height: 844 };

describeStudio(
  'setting up and chatting',
  ({ studio, open }) => {
    let fake: FakeProvider;
    let folder: string;
    beforeAll(async () => {
      fake = await startFakeProvider();
      folder = mkdtempSync(path.join(tmpdir(), 'skein-chat-'));
    });
    beforeEach(() => fake.dropReplies());
    afterAll(async () => {
      await fake?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** What job 8 comes to. */
    const useProvider = async () => {
      const body = { type: 'openai-compatible', baseURL: `${fake.url}/v1` };
      await studio().call('PUT', '/providers/local', body);
      await studio().call('PUT', '/models/default', { model: 'local/fake-small' });
      await studio().call('PUT', '/agents/clerk', { name: 'Clerk', tools: [] });
    };
    const dialog = (page: Page) => page.getByRole('dialog');
    const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
    const log = (page: Page) => page.getByRole('log');

    it('[W1902][W3158] job 8: signs in, adds a provider, sees that it works, and chooses the default model', async () => {
      const job = startJob('Job 8, provider and default model', 12);
      const page = await open('/settings?tab=models', { isStranger: true });
      await job.does(page.getByLabel('API key').fill(studio().key));
      await job.does(page.keyboard.press('Enter'));
      await page.getByRole('heading', { name: 'Providers' }).waitFor();
      await page.getByText('Now: Offline model').waitFor();
      await job.does(page.getByRole('button', { name: 'Add a provider' }).click());
      await job.does(dialog(page).getByLabel('Provider').click());
      await job.does(page.getByRole('option', { name: 'Compatible with OpenAI' }).click());
      await job.does(dialog(page).getByLabel('Name').fill('local'));
      await job.does(dialog(page).getByLabel('API key').fill('canary-27182'));
      await job.does(dialog(page).getByLabel('Address').fill(`${fake.url}/v1`));
      expect(await findingsOf(page, { name: 'provider dialog', place: '' })).toEqual([]);
      await job.does(dialog(page).getByRole('button', { name: 'Save' }).click());
      // It is tested at once, and still nothing has changed.
      await page.getByText('It works: fake-large answered').waitFor();
      await page.getByText('Now: Offline model').waitFor();
      await job.does(page.getByText('Models of local').click());
      await job.does(page.getByRole('button', { name: 'Use as default: fake-small' }).click());
      await page.getByText('Now: local/fake-small').waitFor();
      job.ends();
      expect(await findingsOf(page, { name: 'providers', place: '' })).toEqual([]);
      expect(await page.content()).not.toContain('canary-27182');
      await shoot(page, 'job-8');
      await page.reload();
      await page.getByText('Now: local/fake-small').waitFor();
      // What is wrong with it is said where it is tested.
      fake.reply({ error: { status: 401, body: { error: { message: 'Incorrect API key.' } } } });
      await page.getByRole('button', { name: 'Test local' }).click();
      await page.getByText('Wrong API key.').waitFor();
      await page.getByText('Incorrect API key.').waitFor();
    });

    it('[W4142] a default model that is typed must be of a provider that is there', async () => {
      await useProvider();
      const body = { type: 'openai-compatible', baseURL: `${fake.url}/v1` };
      await studio().call('PUT', '/providers/second', body);
      const page = await open('/settings?tab=models', { isFresh: true });
      await page.getByRole('button', { name: 'Choose another model' }).click();
      const field = page.getByRole('textbox', { name: 'Model', exact: true });
      await expect.poll(() => field.evaluate((input) => input.matches(':focus'))).toBe(true);
      await field.fill('nowhere/large');
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByText('This server has no provider "nowhere".').waitFor();
      await page.getByText('Now: local/fake-small').waitFor();
      await field.fill('second/fake-large');
      await expect.poll(() => page.getByRole('alert').count()).toBe(0);
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByText('Now: second/fake-large').waitFor();
      await studio().call('DELETE', '/providers/second');
    });

    it('[W3174] enters what a model costs, and calls are counted with it', async () => {
      await useProvider();
      const page = await open('/settings?tab=models');
      await page.getByText('Models of local').click();
      await page.getByRole('button', { name: 'Set price: fake-small' }).click();
      await dialog(page).getByLabel('Input').fill('1000');
      await dialog(page).getByLabel('Output').fill('2000.5');
      expect(await findingsOf(page, { name: 'price dialog', place: '' })).toEqual([]);
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await page.getByText('$1000 in, $2000.5 out per million').waitFor();
      await studio().call('POST', '/workflows', {
        skein: 1,
        id: 'costs',
        name: 'Costs',
        nodes: [{ id: 'ask', type: 'llm', config: { model: 'local/fake-small', prompt: 'Hi' } }],
      });
      const { run_id: run } = await studio().call<{ run_id: string }>(
        'POST',
        '/workflows/costs/run?wait=20',
        {},
      );
      const { status, usage } = await studio().call<{
        status: string;
        usage: { usd: number; inputTokens: number; outputTokens: number };
      }>('GET', `/runs/${run}`);
      expect(status).toBe('completed');
      expect(usage.usd).toBeGreaterThan(0);
      expect(usage.usd).toBeCloseTo((usage.inputTokens * 1000 + usage.outputTokens * 2000.5) / 1e6);
    });

    it('[W3151] a dialog says at its fields what is wrong, once they were left, and in no bubble', async () => {
      const page = await open('/settings?tab=models');
      await page.getByRole('button', { name: 'Add a provider' }).click();
      await dialog(page).getByLabel('Provider').click();
      await page.getByRole('option', { name: 'Compatible with OpenAI' }).click();
      const alerts = dialog(page).getByRole('alert');
      const name = dialog(page).getByLabel('Name');
      const address = dialog(page).getByLabel('Address');
      // Nothing is wrong on opening, nor where nothing was typed.
      await name.focus();
      await address.focus();
      expect(await alerts.count()).toBe(0);
      await name.fill('My model!');
      expect(await alerts.count()).toBe(0);
      await address.fill('localhost');
      await alerts.getByText('Name: Letters, digits, _ and -.').waitFor();
      await dialog(page).getByLabel('API key').focus();
      await alerts.getByText('Address: a whole address, with http:// or https://.').waitFor();
      expect(await findingsOf(page, { name: 'complaints', place: '' })).toEqual([]);
      await name.fill('mine');
      await expect.poll(() => alerts.count()).toBe(1);
      await address.fill('');
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await alerts.getByText('Address is missing.').waitFor();
      expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
      await address.fill(`${fake.url}/v1`);
      expect(await alerts.count()).toBe(0);
      await page.keyboard.press('Escape');
    });

    it('[W1903][W1900][W3995] job 5: adds an MCP server, makes an agent with its tools, and approves a call with a changed argument', async () => {
      await useProvider();
      const manifest = createRequire(import.meta.url).resolve(
        '@modelcontextprotocol/server-filesystem/package.json',
      );
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
      const file = path.join(path.dirname(manifest), Object.values(bin)[0] ?? '');
      const job = startJob('Job 5, agent with MCP tools in a chat', 22);
      const page = await open('/settings?tab=tools');
      await job.does(page.getByRole('button', { name: 'Add a server for everybody' }).click());
      await job.does(dialog(page).getByLabel('Name').fill('files'));
      const command = `"${process.execPath}" "${file}" "${folder}"`;
      await job.does(dialog(page).getByLabel('Command').fill(command));
      expect(await findingsOf(page, { name: 'server dialog', place: '' })).toEqual([]);
      await job.does(dialog(page).getByRole('button', { name: 'Save and connect' }).click());
      const tools = page.getByRole('list', { name: 'Tools of files' });
      await job.does(tools.getByText('files-write_file', { exact: true }).click());
      await job.does(
        page.getByRole('switch', { name: 'Ask before each call of files-write_file' }).click(),
      );
      await tools.getByText('asks before each call').waitFor();

      await job.does(page.getByRole('link', { name: 'Chat' }).click());
      await job.does(page.getByRole('button', { name: 'New agent' }).click());
      await job.does(dialog(page).getByRole('textbox', { name: 'Name' }).fill('Librarian'));
      await job.does(dialog(page).getByLabel('Instructions').fill('You keep notes.'));
      await job.does(dialog(page).getByLabel('files-write_file').check());
      expect(await findingsOf(page, { name: 'agent dialog', place: '' })).toEqual([]);
      await job.does(dialog(page).getByRole('button', { name: 'Save' }).click());
      const note = path.join(folder, 'note.txt');
      fake.reply(
        {
          text: 'I will write it down.',
          toolCalls: [
            { id: 'w1', name: 'files-write_file', arguments: { path: note, content: 'Milk' } },
          ],
        },
        { text: '**Done.** It is in the note.' },
      );
      const arrives = Promise.withResolvers<void>();
      await page.route('**/api/v1/waits/*', (route) =>
        arrives.promise.then(() => route.continue()),
      );
      await job.does(message(page).fill('Note: milk'));
      await job.does(page.keyboard.press('Enter'));
      const call = log(page).getByRole('region', { name: 'Call of files-write_file' });
      await call.getByText('May it do this?').waitFor();
      await log(page).getByText('I will write it down.').waitFor();
      await shoot(page, 'job-5');
      // Its form is the tool's, however late the question arrives.
      setTimeout(arrives.resolve, 300);
      await job.does(call.getByRole('button', { name: 'Change the arguments' }).click());
      await job.does(call.getByLabel('content').fill('Oat milk'));
      expect(await findingsOf(page, { name: 'approval', place: '' })).toEqual([]);
      await job.does(call.getByRole('button', { name: 'Approve with edits' }).click());
      await log(page).getByText('It is in the note.').waitFor();
      job.ends();
      expect(readFileSync(note, 'utf8')).toBe('Oat milk');
      // Markdown is shown once, and the call is a line that unfolds.
      await log(page).getByText('Done.', { exact: true }).waitFor();
      expect(await call.getByRole('button').count()).toBe(0);
      await page.reload();
      await log(page).getByText('It is in the note.').waitFor();
      expect(await findingsOf(page, { name: 'chat', place: '' })).toEqual([]);
      await shoot(page, 'chat');
    });

    it('[W1901] stops an answer, tries again, copies, edits a message into a thread of its own, and sends files, on a phone too', async () => {
      await useProvider();
      const page = await open('/threads', { viewport: phone });
      await page.getByRole('button', { name: 'Talk to Clerk' }).click();
      fake.reply({ fault: 'hang' });
      await message(page).fill('First question');
      await page.keyboard.press('Enter');
      // The provider was asked, and says nothing.
      await expect.poll(() => JSON.stringify(fake.requests.at(-1)?.body)).toContain('First');
      await page.getByRole('button', { name: 'Stop' }).click();
      await log(page).getByText('Stopped.').waitFor();
      fake.reply({ text: 'The first answer' });
      await page.getByRole('button', { name: 'Try again' }).click();
      await log(page).getByText('The first answer').waitFor();
      fake.reply({ text: 'Another answer' });
      await page.getByRole('button', { name: 'Try again' }).click();
      await log(page).getByText('Another answer').waitFor();
      expect(await log(page).getByText('The first answer').count()).toBe(0);
      const copied = await copiedText(page, { button: 'Copy the answer', what: 'answer' });
      expect(copied).toBe('Another answer');
      expect(await findingsOf(page, { name: 'chat on a phone', place: '' })).toEqual([]);
      await shoot(page, 'chat-answered');
      await page.setViewportSize(phone);

      // The arrow up changes what was said last.
      await message(page).focus();
      await page.keyboard.press('ArrowUp');
      await page.getByLabel('Your message').fill('Second question');
      fake.reply({ text: 'The second answer' });
      await page.getByRole('button', { name: 'Send in a new thread' }).click();
      await log(page).getByText('The second answer').waitFor();
      expect(await log(page).getByText('Another answer').count()).toBe(0);
      await page.getByRole('button', { name: 'All threads' }).click();
      const threads = page.getByRole('region', { name: 'Threads' });
      await threads
        .getByRole('button', { name: /First question/ })
        .first()
        .waitFor();
      await threads
        .getByRole('button', { name: /Second question/ })
        .first()
        .click();

      fake.reply({ text: 'A dot and a line' });
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Add files' }).click(),
      ]);
      await chooser.setFiles([
        { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') },
        { name: 'line.md', mimeType: 'text/markdown', buffer: Buffer.from('One line') },
      ]);
      const chosen = page.getByRole('list', { name: 'Files to send' });
      await chosen.getByRole('img', { name: 'dot.png' }).waitFor();
      await chosen.getByText('line.md').waitFor();
      await message(page).fill('What is this?');
      await page.getByRole('button', { name: 'Send' }).click();
      await log(page).getByText('A dot and a line').waitFor();
      const sent = JSON.stringify(fake.requests.at(-1)?.body);
      expect(sent).toContain('One line');
      expect(sent).toContain('data:image/png;base64,');
      await log(page).getByText('line.md').waitFor();
      expect(await findingsOf(page, { name: 'files', place: '' })).toEqual([]);
    });

    it('[W3154] whoever begins a thread can type at once, and what was said before it was stopped stays', async () => {
      await useProvider();
      const page = await open('/threads');
      await page.getByRole('button', { name: 'Talk to Clerk' }).click();
      await expect
        .poll(() => message(page).evaluate((field) => field === document.activeElement))
        .toBe(true);
      fake.reply({
        text: 'Half of it is all that is told before the line goes quiet.',
        fault: 'stall',
      });
      await page.keyboard.type('Tell me all');
      await page.keyboard.press('Enter');
      await log(page).getByText(/^Half/).waitFor();
      await page.keyboard.press('Escape');
      await log(page).getByText('Stopped.').waitFor();
      await log(page).getByText(/^Half/).waitFor();
      await page.reload();
      await log(page).getByText(/^Half/).waitFor();
      await log(page).getByText('Stopped.').waitFor();
      expect(await findingsOf(page, { name: 'stopped', place: '' })).toEqual([]);
      await shoot(page, 'chat-stopped');
      fake.reply({ text: 'All of it' });
      await page.getByRole('button', { name: 'Try again' }).click();
      await log(page).getByText('All of it').waitFor();
      expect(await log(page).getByText(/^Half/).count()).toBe(0);
    });

    it('[W1900] an answer that is under way is heard from its first word after a reload', async () => {
      await useProvider();
      const page = await open('/threads');
      await page.getByRole('button', { name: 'Talk to Clerk' }).click();
      fake.reply({ fault: 'hang' }, { text: 'Late, but whole.' });
      await message(page).fill('Are you there?');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await log(page).getByText('Are you there?').waitFor();
      await expect.poll(() => JSON.stringify(fake.requests.at(-1)?.body)).toContain('there?');
      await page.reload();
      await page.getByRole('button', { name: 'Stop' }).click();
      await log(page).getByText('Stopped.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await log(page).getByText('Late, but whole.').waitFor();
    });
  },
  { isClosed: true },
);

/** Four grey points. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAADklEQVR4nGNoAAMGCAUAKg4GARWeQtcAAAAASUVORK5CYII=';
