// Goal: servers as people have them work, over both transports. Method: those of the protocol's makers, from npm, as processes of
// their own.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import type { JsonObject } from '@skein/kernel';
import type { CalledServer } from '@skein/ports';
import { freePort } from '@skein/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { failureOf } from '../fake-node-io.ts';
import { checkArguments } from '../../src/loop/check-arguments.ts';
import { packageServer, startMcp, temporaryFolder, toolCall } from './mcp-world.ts';

const everything = '@modelcontextprotocol/server-everything';

/** The server behind an address, when it answers. */
async function serveEverything() {
  const port = await freePort();
  const config = packageServer(everything, ['streamableHttp']);
  if (!('command' in config)) throw new Error('a package is a process');
  const child = spawn(config.command, [...(config.args ?? [])], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}/mcp`;
  await expect.poll(() => fetch(url, { method: 'OPTIONS' }).then(() => 'there')).toBe('there');
  return { url, child };
}

it('[A170] the filesystem server reads and writes in its folder, and nowhere else', async () => {
  const folder = temporaryFolder();
  const open = path.join(folder, 'open');
  mkdirSync(open);
  writeFileSync(path.join(open, 'note.txt'), 'a note');
  writeFileSync(path.join(folder, 'secret.txt'), 'a secret');
  const tools = startMcp({ fs: packageServer('@modelcontextprotocol/server-filesystem', [open]) });
  const names = (await tools.list()).map(({ name }) => name);
  expect(names).toContain('fs-read_text_file');
  const read = await tools.find('fs-read_text_file');
  expect(read?.effect).toBe('idempotent');
  expect(
    JSON.stringify(await read?.run({ path: path.join(open, 'note.txt') }, toolCall())),
  ).toContain('a note');
  await expect(async () =>
    read?.run({ path: path.join(folder, 'secret.txt') }, toolCall()),
  ).rejects.toThrow(/denied|allowed/i);
  const write = await tools.find('fs-write_file');
  await write?.run({ path: path.join(open, 'new.txt'), content: 'new' }, toolCall());
  expect(readFileSync(path.join(open, 'new.txt'), 'utf8')).toBe('new');
  if (read === undefined) throw new Error('no tool');
  expect(checkArguments(read, { path: 7 })).toMatchObject({ ok: false });
});

it('[A170] the server of all features works over stdio', async () => {
  const tools = startMcp({ every: packageServer(everything, ['stdio']) });
  const echo = await tools.find('every-echo');
  expect(await echo?.run({ message: 'hi' }, toolCall())).toBe('Echo: hi');
  const sum = await tools.find('every-get-sum');
  expect(JSON.stringify(await sum?.run({ a: 2, b: 3 }, toolCall()))).toContain('5');
  const image = await tools.find('every-get-tiny-image');
  expect(JSON.stringify(await image?.run({}, toolCall()))).toContain('"omitted":true');
});

it('[A500] a call tells which server it goes to, and how', async () => {
  const { url } = await serveEverything();
  const tools = startMcp({ every: packageServer(everything, ['stdio']), web: { url } });
  const told: CalledServer[] = [];
  const call = toolCall({ onServer: (server) => void told.push(server) });
  for (const name of ['every-echo', 'web-echo'])
    await (await tools.find(name))?.run({ message: 'hi' }, call);
  const about = {
    method: 'tools/call',
    tool: 'echo',
    protocolVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  };
  expect(told).toEqual([
    { ...about, transport: 'pipe' },
    {
      ...about,
      transport: 'tcp',
      session: expect.stringMatching(/./),
      server: { address: '127.0.0.1', port: Number(new URL(url).port) },
    },
  ]);
});

it('[A170] progress of a tool is told to who watches', async () => {
  const tools = startMcp({ every: packageServer(everything, ['stdio']) });
  const seen: JsonObject[] = [];
  const long = await tools.find('every-trigger-long-running-operation');
  await long?.run(
    { duration: 0.4, steps: 2 },
    toolCall({ emit: (event) => void seen.push(event) }),
  );
  expect(seen[0]).toMatchObject({ type: 'progress' });
});

it('[A177] the same over Streamable HTTP, and a death in a call fails it at once and not by its timeout', async () => {
  const { url, child } = await serveEverything();
  const tools = startMcp({ web: { url } });
  const echo = await tools.find('web-echo');
  expect(await echo?.run({ message: 'hi' }, toolCall())).toBe('Echo: hi');
  const long = await tools.find('web-trigger-long-running-operation');
  const seen: JsonObject[] = [];
  const call = toolCall({ emit: (event) => void seen.push(event) });
  const failed = failureOf(() => long?.run({ duration: 3600, steps: 36_000 }, call));
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  child.kill('SIGKILL');
  expect(await failed).toMatchObject({
    code: 'MCP_FAILED',
    data: { server: 'web', reason: 'ended' },
  });
});

it('[A177] an address where no server is fails', async () => {
  const tools = startMcp({ web: { url: `http://127.0.0.1:${await freePort()}/mcp` } });
  expect(await failureOf(() => tools.find('web-x'))).toMatchObject({
    code: 'MCP_FAILED',
    data: { reason: 'start' },
  });
});

it('[A177] an address where something else answers says so in words, and nothing of what it answered', async () => {
  const answers: Readonly<Record<string, readonly [status: number, type: string, body: string]>> = {
    '/json': [200, 'application/json', '{"ok":true}'],
    '/page': [200, 'text/html', '<html>A page</html>'],
    '/gone': [404, 'text/html', '<html>Not here</html>'],
  };
  const server = createServer((request, response) => {
    const [status, type, body] = answers[request.url ?? ''] ?? [500, 'text/plain', ''];
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port, so the address is one of these.
  const { port } = server.address() as AddressInfo;
  const said = async (at: string) => {
    const tools = startMcp({ web: { url: `http://127.0.0.1:${port}${at}` } });
    return ((await failureOf(() => tools.find('web-x'))) as { message: string }).message;
  };
  const other =
    'The MCP server "web" failed: its address answers, but not as an MCP server does. Check the address, which often ends in /mcp.';
  try {
    expect(await said('/json')).toBe(other);
    expect(await said('/page')).toBe(other);
    expect(await said('/gone')).toBe(
      'The MCP server "web" failed: its address answered with status 404. Check the address, which often ends in /mcp, and its headers.',
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
