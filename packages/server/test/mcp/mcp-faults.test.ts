// Goal: what a hostile or unlucky client meets: kills, other people's things, deep messages, foreign origins. Servers are real processes.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import process from 'node:process';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { neededServer } from '@skein/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import {
  connectHttp,
  connectStdio,
  startHttpHost,
  workflowArguments,
  type Connected,
  type Era,
} from './mcp-clients.ts';
import { allFlows, flowFolder, greet, inactive, outer, type FlowFolder } from './tool-flows.ts';

// Processes start, and machines may be busy.
const program = await neededServer('program');
const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

function folderOf(flows?: readonly object[]): FlowFolder {
  const folder = flowFolder(flows);
  open.push(folder.remove);
  return folder;
}

function ledger(folder: FlowFolder): readonly string[] {
  const file = folder.file('ledger');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

type Data = { readonly run: string; readonly [key: string]: unknown };
const dataOf = (result: CallToolResult) => result.structuredContent as Data;

async function call(client: Client, name: string, args: object = {}): Promise<Data> {
  return dataOf(await client.callTool({ name, arguments: { ...args } }));
}

async function runsOf(client: Client): Promise<readonly Data[]> {
  return (await call(client, 'list_runs'))['runs'] as readonly Data[];
}

/** Two servers in turn on one store: the first is killed in the middle of a call. */
async function killedInTheMiddle(
  folder: FlowFolder,
  connect: () => Promise<Connected>,
): Promise<void> {
  const first = await connect();
  const key = { 'skein/idempotencyKey': 'once' };
  const broken = first.client.callTool({ name: 'slow', arguments: {}, _meta: key }).then(
    () => 'result',
    () => 'broken',
  );
  await expect.poll(() => ledger(folder)).toContain('work');
  await first.kill();
  await first.close();
  expect(await broken).toBe('broken');
  const second = await connect();
  const [run] = await runsOf(second.client);
  expect(run).toMatchObject({ workflow: 'slow', status: 'running' });
  const again = second.client.callTool({ name: 'slow', arguments: {}, _meta: key });
  writeFileSync(folder.file('go'), '');
  expect(dataOf(await again)).toMatchObject({ run: run?.run, output: 'done' });
  expect(await runsOf(second.client)).toHaveLength(1);
  // The first node had completed, so it was not called again.
  expect(ledger(folder).filter((line) => line === 'before')).toHaveLength(1);
  await second.close();
}

describe('a server that is killed in the middle', () => {
  for (const era of ['newer', 'older'] as const satisfies readonly Era[]) {
    it(`[M6][M9] over stdio, with clients that are ${era}: the run continues`, async () => {
      const folder = folderOf();
      const args = ['--store', 'sqlite:./mcp.db', ...workflowArguments(folder, allFlows.length)];
      await killedInTheMiddle(folder, () => connectStdio(folder, { era, args }));
    });

    it(`[M6][M9] over HTTP, with clients that are ${era}: the run continues`, async () => {
      const folder = folderOf();
      await killedInTheMiddle(folder, async () => {
        const host = await startHttpHost(folder, 'sqlite:./mcp.db');
        open.push(host.stop);
        return { ...(await connectHttp(host, { era })), kill: host.kill };
      });
    });
  }

  it('[M7][M12] a question that was open is asked by the next server', async () => {
    const folder = folderOf();
    const args = ['--store', 'sqlite:./mcp.db', ...workflowArguments(folder, allFlows.length)];
    const first = await connectStdio(folder, { era: 'newer', args });
    const { run, waits } = await call(first.client, 'order');
    await first.kill();
    const answers = [{ size: 5 }];
    const second = await connectStdio(folder, {
      era: 'newer',
      args,
      elicit: () => ({ action: 'accept', content: answers.shift() ?? {} }),
    });
    const [boss] = waits as readonly { readonly wait: string }[];
    const answer = { wait: boss?.wait, answer: 'yes' };
    expect(await call(second.client, 'answer_wait', answer)).toMatchObject({
      run,
      output: { bought: { size: 5 } },
    });
    await second.close();
  });
});

describe('a client that goes', () => {
  it('[M6][M11] over stdio leaves the run to the store, and the server ends', async () => {
    const folder = folderOf();
    const args = ['--store', 'sqlite:./mcp.db', ...workflowArguments(folder, allFlows.length)];
    const first = await connectStdio(folder, { era: 'older', args });
    first.client.callTool({ name: 'slow', arguments: {} }).catch(() => {});
    await expect.poll(() => ledger(folder)).toContain('work');
    await first.close();
    const second = await connectStdio(folder, { era: 'older', args });
    expect(await runsOf(second.client)).toMatchObject([{ status: 'running' }]);
    writeFileSync(folder.file('go'), '');
    const [run] = await runsOf(second.client);
    const followed = await call(second.client, 'get_run', { run: run?.run, follow: true });
    expect(followed).toMatchObject({ output: 'done' });
    await second.close();
  });

  it('[M6] over HTTP without a session cancels the run, unless it gave a key', async () => {
    const folder = folderOf();
    const host = await startHttpHost(folder);
    open.push(host.stop);
    const { client } = await connectHttp(host, { era: 'newer' });
    const watcher = await connectHttp(host, { era: 'newer' });
    const key = { 'skein/idempotencyKey': 'stay' };
    client.callTool({ name: 'slow', arguments: {} }).catch(() => {});
    client.callTool({ name: 'slow', arguments: {}, _meta: key }).catch(() => {});
    await expect.poll(() => ledger(folder).filter((line) => line === 'work')).toHaveLength(2);
    await client.close();
    const statuses = async () => (await runsOf(watcher.client)).map(({ status }) => String(status));
    await expect.poll(async () => (await statuses()).toSorted()).toEqual(['cancelled', 'running']);
    await watcher.close();
  });
});

describe('two users', () => {
  for (const era of ['newer', 'older'] as const satisfies readonly Era[]) {
    it(`[M2][M8][M10][M12] see nothing of each other (${era})`, async () => {
      const folder = folderOf([greet, inactive, outer]);
      const host = await startHttpHost(folder);
      open.push(host.stop);
      const [ann, bob, nobody] = await Promise.all(
        ['ann', 'bob', undefined].map((user) =>
          connectHttp(host, { era, ...(user === undefined ? {} : { user }) }),
        ),
      );
      if (ann === undefined || bob === undefined || nobody === undefined) throw new Error('none');
      const names = async ({ client }: Connected) =>
        (await client.listTools()).tools.map(({ name }) => name).slice(0, -4);
      expect(await call(ann.client, 'outer')).toMatchObject({ output: 'inside' });
      expect(await names(ann)).toEqual(['greet', 'outer']);
      expect(await names(bob)).toEqual(['only-bob']);
      expect(await names(nobody)).toEqual(['greet', 'outer']);
      const mine = await call(bob.client, 'only-bob');
      const [wait] = mine['waits'] as readonly { readonly wait: string }[];
      for (const { client } of [ann, nobody]) {
        const foreign = [
          ['get_run', { run: mine.run }, 'RUN_NOT_FOUND'],
          ['get_run', { run: mine.run, offset: 0 }, 'RUN_NOT_FOUND'],
          ['cancel_run', { run: mine.run }, 'RUN_NOT_FOUND'],
          ['answer_wait', { wait: wait?.wait, answer: 'yes' }, 'WAIT_NOT_FOUND'],
        ] as const;
        await expect(call(client, 'only-bob', {})).rejects.toMatchObject({ code: -32_602 });
        for (const [name, args, code] of foreign) {
          expect(await call(client, name, args)).toMatchObject({ error: { code } });
        }
        expect(await runsOf(client)).toHaveLength(client === ann.client ? 1 : 0);
      }
      // What is nobody's is not a tool of somebody's either.
      const nobodys = call(bob.client, 'greet', { name: 'x' });
      await expect(nobodys).rejects.toMatchObject({ code: -32_602 });
      const answered = await call(bob.client, 'answer_wait', { wait: wait?.wait, answer: 'yes' });
      expect(answered).toMatchObject({ output: 'for bob' });
      for (const each of [ann, bob, nobody]) await each.close();
    });
  }

  it('[M12] cannot use the session, or the state, of another', async () => {
    const folder = folderOf([greet]);
    const host = await startHttpHost(folder);
    open.push(host.stop);
    const opened = await post(host.url, initialize, { authorization: 'Bearer ann' });
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    expect(session['mcp-session-id']).toMatch(/^[0-9a-f-]{36}$/);
    const list = message('tools/list', {});
    for (const [user, status] of [
      ['ann', 200],
      ['bob', 404],
    ] as const) {
      const given = { ...session, authorization: `Bearer ${user}` };
      expect((await post(host.url, list, given)).status).toBe(status);
    }
    const bob = await connectHttp(host, { era: 'newer', user: 'bob' });
    const { run } = await call(bob.client, 'only-bob');
    await bob.close();
    const stolen = await post(
      host.url,
      modernCall({ name: 'greet', arguments: { name: 'x' }, requestState: run }),
      { ...modernHeaders, authorization: 'Bearer ann' },
    );
    expect(stolen.body).toContain('RUN_NOT_FOUND');
    expect(stolen.body).not.toContain('Bob?');
  });
});

describe('messages that are no honest ones', () => {
  /** As older clients send them, and as newer ones. */
  const bodies = (era: Era) => [deepCall(10_000, era), deepCall(100_000, era), '{"jsonrpc":'];

  it('[M3] deep and broken ones over HTTP are refused, and the server continues', async () => {
    const folder = folderOf();
    const host = await startHttpHost(folder);
    open.push(host.stop);
    const opened = await post(host.url, initialize);
    const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    for (const [era, headers] of [
      ['older', session],
      ['newer', modernHeaders],
    ] as const) {
      for (const body of bodies(era)) {
        const answer = await post(host.url, body, headers);
        expect(answer.body).toMatch(body.includes('greet') ? deepRefusal : /"error":/);
        expect(answer.body).not.toMatch(/\bat .*:\d+:\d+|RangeError/);
      }
    }
    const { client, close } = await connectHttp(host, { era: 'newer' });
    expect(await call(client, 'greet', { name: 'x' })).toMatchObject({ output: 'Hello, x!' });
    expect(await runsOf(client)).toHaveLength(1);
    await close();
  });

  it('[M3][M11] over stdio too; only messages are on stdout', async () => {
    const folder = folderOf();
    const args = [program, 'mcp', ...workflowArguments(folder, allFlows.length)];
    const child = spawn(process.execPath, args, { cwd: folder.path });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => {
      child.on('close', resolve);
    });
    child.stdin.write(`${initialize}\n`);
    for (const body of bodies('older')) child.stdin.write(`${body}\n`);
    child.stdin.write(
      `${message('tools/call', { name: 'greet', arguments: { name: 'x' } }, 77)}\n`,
    );
    await expect.poll(() => out).toContain('"id":77');
    writeFileSync(folder.file('go'), '');
    child.stdin.write(`${message('tools/call', { name: 'slow', arguments: {} }, 78)}\n`);
    await expect.poll(() => out).toContain('"id":78');
    child.stdin.end();
    expect(await ended).toBe(0);
    const messages = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly jsonrpc: string; readonly id: unknown });
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(out).toContain('Hello, x!');
    const refused = messages.filter((each) => deepRefusal.test(JSON.stringify(each)));
    expect(refused).toHaveLength(2);
    expect(err).toContain('printed by a function');
    expect(err).toContain('what modules print');
  });

  it('[M12] a foreign origin or host is not served by the host', async () => {
    const folder = folderOf([greet]);
    const host = await startHttpHost(folder);
    open.push(host.stop);
    for (const headers of [{ origin: 'https://evil.example' }, { host: 'evil.example' }]) {
      expect((await post(host.url, initialize, headers)).status).toBe(403);
    }
    expect((await post(host.url, initialize, { origin: 'http://localhost:4680' })).status).toBe(
      200,
    );
  });
});

function message(method: string, params: object, id = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

const initialize = message('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});

const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function modernCall(params: object): string {
  return message('tools/call', { ...params, _meta: envelope });
}

/** Written by hand: nothing makes JSON of something so deep. */
function deepCall(depth: number, era: Era): string {
  const name = `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  const params = { name: 'greet', arguments: { name: 'DEEP' } };
  const call = era === 'newer' ? modernCall(params) : message('tools/call', params);
  return call.replace('"DEEP"', () => name);
}

const deepRefusal = /BAD_VALUE|REQUEST_INVALID|INPUT_INVALID/;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Not fetch: that sets the host itself. */
function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-name': 'greet',
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
