// The studio below a path of another program, which has users of its own: what a person does there, and that nothing leaves the path.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser, sharedProgram } from './shared-browser.ts';
import { openPage } from './watched-page.ts';

interface Engine {
  handler(options: object): {
    node(request: IncomingMessage, response: ServerResponse): Promise<void>;
  };
  close(options: object): Promise<void>;
}

const answer = await sharedBrowser();
const missing = 'missing' in answer ? ` (skipped: ${answer.missing})` : '';

describe.skipIf(missing !== '')(`the mounted studio${missing}`, () => {
  let engine: Engine;
  let server: Server;
  let browser: Browser;
  let url = '';
  beforeAll(async () => {
    if ('missing' in answer) return;
    const program = path.join(path.dirname(await sharedProgram()), '../dist/index.js');
    const { createEngine } = (await import(pathToFileURL(program).href)) as {
      readonly createEngine: () => Promise<Engine>;
    };
    engine = await createEngine();
    const cookieOf = (request: Request) => request.headers.get('cookie') ?? '';
    const handler = engine.handler({
      basePath: '/admin/skein',
      user: (request: Request) =>
        cookieOf(request).includes('who=boss') ? { id: 'boss', isOperator: true } : null,
    });
    server = createServer((request, response) => {
      const isOurs = (request.url ?? '').startsWith('/admin/skein');
      if (isOurs) void handler.node(request, response);
      else response.writeHead(418).end('The program’s own page');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.connect(answer.url);
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    await engine?.close({ drain: 0 });
  });

  it('[W930] shows, runs and follows workflows below the path, and asks for nothing elsewhere', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: 'who', value: 'boss', url }]);
    const { page, complaints } = await openPage(context, url);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${url}/admin/skein`);
    await page.getByRole('button', { name: 'Run Hello' }).click();
    await page.locator('main header').first().getByText('Completed').waitFor();
    expect(page.url()).toContain(`${url}/admin/skein/runs/`);
    // A page deep inside, opened by its address.
    await page.reload();
    await page.locator('main header').first().getByText('Completed').waitFor();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.waitForURL(`${url}/admin/skein/inbox`);
    await page.getByRole('link', { name: 'Workflows' }).click();
    await page.getByRole('link', { name: 'Hello' }).first().click();
    await page.waitForURL(`${url}/admin/skein/workflows/hello`);
    await page.getByRole('button', { name: 'Run', exact: true }).first().waitFor();
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((place) => !`${place}/`.startsWith('/admin/skein/'))).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('[W930] is not there for those whom the program does not know', async () => {
    for (const place of ['', '/runs', '/no-such-page']) {
      const page = await fetch(`${url}/admin/skein${place}`, { headers: { accept: 'text/html' } });
      expect(page.status).toBe(401);
    }
    expect((await fetch(`${url}/admin/skein/theme.js`)).status).toBe(200);
  });
});
