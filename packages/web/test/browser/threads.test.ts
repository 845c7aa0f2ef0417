// Conversations with an agent in a real browser: in the studio, and by the real `useChat` of the AI SDK on a page of the program that the
// engine is mounted in. The agent's tool waits for the test, so that a page can be reloaded in the middle of a turn.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as skein from 'skein';
import { buildChatPage, sendPageFile } from './chat-page.ts';
import { copiedText } from './clipboard.ts';
import { sharedBrowser, sharedProgram } from './shared-browser.ts';
import { openPage } from './watched-page.ts';

const answer = await sharedBrowser();
const missing = 'missing' in answer ? ` (skipped: ${answer.missing})` : '';

const chatPage = `
  import { useChat } from '@ai-sdk/react';
  import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses as decided } from 'ai';
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  const api = '/skein/api/v1/threads/support';
  const { messages: before } = await (await fetch(api + '/cust-7')).json();
  const transport = new DefaultChatTransport({ api: api + '/chat' });
  function Chat() {
    const { messages, status, error, sendMessage, addToolApprovalResponse } = useChat({
      id: 'cust-7', messages: before, resume: true, transport, sendAutomaticallyWhen: decided,
    });
    const say = (event) => { event.preventDefault(); sendMessage({ text: new FormData(event.target).get('text') }); };
    const decide = (id, approved) => () => addToolApprovalResponse({ id, approved, reason: approved ? undefined : 'too late' });
    const part = (each, i) => each.type === 'text' ? h('p', { key: i }, each.text)
      : each.type.startsWith('tool-') ? h('div', { key: i }, each.type + ' ' + each.state + ' ' + JSON.stringify(each.output ?? null),
          each.state === 'approval-requested' && h('span', null,
            h('button', { onClick: decide(each.approval.id, true) }, 'Yes'), h('button', { onClick: decide(each.approval.id, false) }, 'No')))
      : null;
    return h('main', null,
      h('output', null, status + (error ? ' ' + error.message : '')),
      h('ol', null, messages.map((message) => h('li', { key: message.id, 'data-role': message.role }, message.parts.map(part)))),
      h('form', { onSubmit: say }, h('input', { name: 'text', 'aria-label': 'Text' }), h('button', null, 'Send')));
  }
  createRoot(document.getElementById('root')).render(h(Chat));
`;

describe.skipIf(missing !== '')(`threads in a browser${missing}`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-chat-'));
  let gate = Promise.withResolvers<void>();
  let engine: skein.Engine;
  let server: Server;
  let browser: Browser;
  let url = '';

  beforeAll(async () => {
    if ('missing' in answer) return;
    buildChatPage(folder, chatPage);
    const program = path.join(path.dirname(await sharedProgram()), '../dist/index.js');
    const library = (await import(pathToFileURL(program).href)) as typeof skein;
    engine = await library.createEngine({
      agents: [supportAgent(library, () => gate.promise)],
      workflows: [library.workflow('order', (io) => io.step('price', () => 4))],
      script: shopScript,
    });
    const handler = engine.handler({
      basePath: '/skein',
      user: () => ({ id: 'ada', isOperator: true }),
    });
    server = createServer((request, response) => {
      if ((request.url ?? '').startsWith('/skein')) void handler.node(request, response);
      else sendPageFile(folder, request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.connect(answer.url);
  }, 240_000);
  afterAll(async () => {
    gate.resolve();
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    await engine?.close({ drain: 0 });
    rmSync(folder, { recursive: true, force: true });
  });

  const visit = async (place: string) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const opened = await openPage(context, url);
    await opened.page.goto(url + place);
    return { ...opened, close: () => context.close() };
  };

  it('[W990] useChat streams, is reloaded in the middle of a turn, approves and rejects', async () => {
    const { page, complaints, close } = await visit('/');
    const say = async (text: string) => {
      await page.getByLabel('Text').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
    };
    const state = (words: string) => page.locator('output').getByText(words).waitFor();
    await state('ready');
    gate = Promise.withResolvers();
    await say('Where is order 71?');
    await page.getByText('tool-findOrder input-available').waitFor();
    // The turn goes on while nobody reads it, and its stream is continued.
    await page.reload();
    await page.getByText('tool-findOrder input-available').waitFor();
    expect(await page.locator('li').count()).toBe(2);
    gate.resolve();
    await page.getByText('It is on its way.').waitFor();
    await state('ready');

    await say('My money back');
    await page.getByText('tool-refund approval-requested').waitFor();
    await state('ready');
    // Asked again after a reload, without a turn that is under way.
    await page.reload();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('tool-refund output-available "paid 40"').waitFor();
    await page.getByText('Paid back.').waitFor();
    expect(await page.locator('li').count()).toBe(4);

    await say('My money back');
    await page.getByRole('button', { name: 'No' }).click();
    await page.getByText('tool-refund output-denied').waitFor();
    await page.getByText('As you wish.').waitFor();
    await state('ready');
    await page.reload();
    await page.getByText('As you wish.').waitFor();
    expect(await page.locator('li').count()).toBe(6);
    expect(complaints).toEqual([]);
    await close();
  });

  it('[W991][W3904] the studio lists threads, continues one, begins another, and decides', async () => {
    const { page, complaints, close } = await visit('/skein/threads');
    await page.getByRole('link', { name: 'Chat' }).waitFor();
    // By its name: before the list is there, the last button is another one.
    const threads = page.getByRole('region', { name: 'Threads' });
    await threads.getByRole('button', { name: /Where is order 71/ }).click();
    const log = page.getByRole('log');
    await log.getByText('It is on its way.').waitFor();
    // It keeps the name that it began with.
    const shown = page.getByRole('region', { name: 'Thread', exact: true });
    await shown.getByRole('heading', { name: 'Where is order 71?' }).waitFor();
    expect(await page.title()).toBe('Where is order 71? · Skein Studio');
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: /Where is order 71.*support/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Chat' }).click();
    await page.getByRole('button', { name: 'Talk to support' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('My money back');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    const asked = log.getByRole('region', { name: 'Call of refund' });
    await asked.getByText('{"amount":40}').waitFor();
    await asked.getByRole('button', { name: 'Approve' }).click();
    await log.getByText('Paid back.').waitFor();
    await asked.getByText('{"amount":40}').click();
    await asked.getByText('paid 40').waitFor();
    await page
      .getByRole('button', { name: /My money back/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('[W993][W994] a workflow of code is shown and not edited, is copied as JSON, and its run is drawn by its calls', async () => {
    const { page, complaints, close } = await visit('/skein/workflows/order');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('This workflow is written in TypeScript').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.getByRole('complementary', { name: 'Palette' }).count()).toBe(0);
    const definition = await copiedText(page, { button: 'Copy as JSON', what: 'definition' });
    expect(JSON.parse(definition)).toHaveProperty('nodes');
    const { id } = await engine.runs.start('order', { input: null });
    await engine.runs.finished(id);
    await page.goto(`${url}/skein/runs/${id}`);
    await page.locator('.react-flow__node[data-id="call price"]').waitFor();
    const timeline = page.getByRole('region', { name: 'Steps over time' });
    await timeline.getByText('price').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

const shopScript: skein.Script = {
  replies: [
    {
      when: { contains: 'Where is' },
      toolCalls: [{ id: 'f1', name: 'findOrder', arguments: {} }],
      repeat: true,
    },
    { when: { contains: 'found 71' }, text: 'It is on its way.', repeat: true },
    {
      when: { contains: 'My money back' },
      text: 'One moment.',
      toolCalls: [{ name: 'refund', arguments: { amount: 40 } }],
      repeat: true,
    },
    { when: { contains: 'paid 40' }, text: 'Paid back.', repeat: true },
    { text: 'As you wish.', repeat: true },
  ],
};

function supportAgent({ agent, tool }: typeof skein, opened: () => Promise<void>) {
  return agent({
    id: 'support',
    tools: {
      findOrder: tool({
        description: 'Finds the order.',
        inputSchema: anything,
        effect: 'pure',
        jsonSchema: { type: 'object' },
        execute: async () => {
          await opened();
          return 'found 71';
        },
      }),
      refund: tool({
        description: 'Pays back.',
        inputSchema: anything,
        jsonSchema: { type: 'object' },
        approve: true,
        execute: () => 'paid 40',
      }),
    },
  });
}

/** A schema that takes everything, without a library. */
const anything = {
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    validate: (value: unknown) => ({ value }),
  },
};
