// The real `useChat` of the AI SDK in a browser, against `skein serve`: a workflow with a model, a form and an approval. Between them is a
// proxy of the test, which serves the page and cuts connections.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChatPage, sendPageFile } from './chat-page.ts';
import { sharedBrowser, sharedProgram } from './shared-browser.ts';
import { startSlowModel, type SlowModel } from './slow-model.ts';
import { startStudio, type Studio } from './start-studio.ts';
import { openPage } from './watched-page.ts';

const answer = await sharedBrowser();
const missing = 'missing' in answer ? ` (skipped: ${answer.missing})` : '';

const page = `
  import { useChat } from '@ai-sdk/react';
  import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses as decided,
    lastAssistantMessageIsCompleteWithToolCalls as answered } from 'ai';
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  const id = location.hash.slice(1);
  const api = '/api/v1/chat/trip';
  const { messages: before } = await (await fetch(api + '/' + id)).json();
  const transport = new DefaultChatTransport({ api });
  function Chat() {
    const chat = useChat({
      id, messages: before, resume: true, transport,
      sendAutomaticallyWhen: (state) => decided(state) || answered(state),
    });
    const { messages, status, error, sendMessage, addToolApprovalResponse, addToolOutput, resumeStream } = chat;
    const say = (event) => { event.preventDefault(); sendMessage({ text: new FormData(event.target).get('text') }); };
    const decide = (approval, approved) => () => addToolApprovalResponse({ id: approval, approved });
    const fill = (part) => (event) => {
      event.preventDefault();
      addToolOutput({ tool: part.toolName, toolCallId: part.toolCallId, output: { city: new FormData(event.target).get('city') } });
    };
    const show = (part, i) => part.type === 'text' || part.type === 'reasoning' ? h('p', { key: i }, part.text)
      : part.type === 'dynamic-tool' ? h('div', { key: i }, part.toolName + ' ' + part.state,
          part.state === 'approval-requested' && h('span', null, part.approval.requestReason,
            h('button', { onClick: decide(part.approval.id, true) }, 'Yes'), h('button', { onClick: decide(part.approval.id, false) }, 'No')),
          part.state === 'input-available' && h('form', { onSubmit: fill(part) }, part.input.prompt,
            h('input', { name: 'city', 'aria-label': 'City' }), h('button', null, 'Answer')))
      : null;
    return h('main', null,
      h('output', null, status + (error ? ' ' + error.message : '')),
      h('ol', null, messages.map((message) => h('li', { key: message.id }, message.parts.map(show)))),
      h('button', { onClick: () => resumeStream() }, 'Resume'),
      h('form', { onSubmit: say }, h('input', { name: 'text', 'aria-label': 'Text' }), h('button', null, 'Send')));
  }
  createRoot(document.getElementById('root')).render(h(Chat));
`;

const trip = {
  skein: 1,
  id: 'trip',
  name: 'Trip',
  metadata: { publish: ['ai-sdk'] },
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'llm', config: { model: 'local/slow', prompt: '${trigger.message}' } },
    {
      id: 'form',
      type: 'input',
      config: {
        prompt: 'Where to?',
        schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    },
    { id: 'fine', type: 'approval', config: { prompt: 'Book it?' } },
    { id: 'booked', type: 'transform', config: { value: 'Booked: ${form.output.city}.' } },
    { id: 'left', type: 'transform', config: { value: 'Not booked.' } },
  ],
  edges: [
    { from: 'start', to: 'greet' },
    { from: 'greet', to: 'form' },
    { from: 'form', to: 'fine' },
    { from: 'fine', out: 'approved', to: 'booked' },
    { from: 'fine', out: 'rejected', to: 'left' },
  ],
};

describe.skipIf(missing !== '')(`useChat of a workflow${missing}`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-chat-'));
  let model: SlowModel;
  let studio: Studio;
  let proxy: Server;
  let browser: Browser;
  let url = '';
  /** Ends what is streamed just now, as a lost connection does. */
  let cut: () => void = () => {};

  beforeAll(async () => {
    if ('missing' in answer) return;
    buildChatPage(folder, page);
    model = await startSlowModel();
    const providers = { local: { type: 'openai-compatible', baseURL: `${model.url}/v1` } };
    studio = await startStudio({ program: await sharedProgram(), config: { providers } });
    await studio.call('POST', '/workflows', trip);
    const { hostname, port } = new URL(studio.url);
    proxy = createServer((request, response) => {
      if (!(request.url ?? '').startsWith('/api')) return sendPageFile(folder, request, response);
      const { method = 'GET', headers, url: place = '/' } = request;
      const passed = ask({ hostname, port, path: place, method, headers }, (given) => {
        response.writeHead(given.statusCode ?? 500, given.headers);
        given.pipe(response);
        cut = () => {
          passed.destroy();
          response.destroy();
        };
      });
      passed.on('error', () => response.destroy());
      response.on('close', () => passed.destroy());
      request.pipe(passed);
      return undefined;
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    browser = await chromium.connect(answer.url);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    proxy?.closeAllConnections();
    proxy?.close();
    await studio?.stop();
    model?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const visit = async (chat: string) => {
    const context = await browser.newContext();
    const opened = await openPage(context, url);
    await opened.page.goto(`${url}/#${chat}`);
    const { page: shown } = opened;
    const say = async (text: string) => {
      await shown.getByLabel('Text').fill(text);
      await shown.getByRole('button', { name: 'Send' }).click();
    };
    const state = (words: string) => shown.locator('output').getByText(words).waitFor();
    const fill = async (city: string) => {
      await shown.getByLabel('City').fill(city);
      await shown.getByRole('button', { name: 'Answer' }).click();
    };
    return { ...opened, say, state, fill, close: () => context.close() };
  };

  it('[W2000] a form, an approval and a rejection are answered in the hook', async () => {
    const { page: shown, complaints, say, state, fill, close } = await visit('one');
    await state('ready');
    await say('A trip');
    await model.say('Let us see.');
    await shown.getByText('Let us see.').waitFor();
    model.finish();
    await shown.getByText('Where to?').waitFor();
    await state('ready');
    await fill('Rome');
    await shown.getByText('Book it?').waitFor();
    await shown.getByRole('button', { name: 'Yes' }).click();
    await shown.getByText('Booked: Rome.').waitFor();
    await shown.getByText('approval output-available').waitFor();
    await state('ready');
    await say('Another one');
    await model.say('Once more.');
    model.finish();
    await fill('Oslo');
    await shown.getByRole('button', { name: 'No' }).click();
    await shown.getByText('Not booked.').waitFor();
    await shown.getByText('approval output-denied').waitFor();
    expect(await shown.locator('li').count()).toBe(4);
    await shown.reload();
    await shown.getByText('Not booked.').waitFor();
    expect(await shown.locator('li').count()).toBe(4);
    expect(complaints).toEqual([]);
    await close();
  });

  it('[W2000] a connection is cut and the stream resumed; an answer over REST is there after a reload', async () => {
    const { page: shown, say, state, close } = await visit('two');
    await state('ready');
    await say('A trip');
    await model.say('Let us ');
    await shown.getByText('Let us').waitFor();
    cut();
    await state('error');
    await shown.getByRole('button', { name: 'Resume' }).click();
    await model.say('see again.');
    await shown.getByText('Let us see again.').waitFor();
    model.finish();
    await shown.getByText('Where to?').waitFor();
    expect(await shown.locator('li').count()).toBe(2);
    expect(await shown.getByText('Let us see again.').count()).toBe(1);
    const { items } = await studio.call<{ items: { id: string }[] }>('GET', '/waits');
    const [wait] = items;
    await studio.call('POST', `/waits/${wait?.id}/answer`, { city: 'Lima' });
    await shown.reload();
    await shown.getByText('ask output-available').waitFor();
    await shown.getByText('Book it?').waitFor();
    await shown.getByRole('button', { name: 'Yes' }).click();
    await shown.getByText('Booked: Lima.').waitFor();
    await close();
  });
});
