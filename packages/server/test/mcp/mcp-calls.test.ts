// Goal: the official client gets the same from both transports, as an older client and as a newer one. All servers are real processes.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  connectHttp,
  connectStdio,
  startHttpHost,
  workflowArguments,
  type Connected,
  type ConnectOptions,
  type Era,
  type HttpHost,
} from './mcp-clients.ts';
import { allFlows, flowFolder, type FlowFolder } from './tool-flows.ts';

// Processes start, and machines may be busy.
/** Machines may be busy. */

const own = ['answer_wait', 'get_run', 'list_runs', 'cancel_run'];

function textOf(result: CallToolResult): string {
  return result.content.map((each) => (each.type === 'text' ? each.text : '')).join('\n');
}

/** What a result says as data. */
function dataOf(result: CallToolResult): {
  readonly run: string;
  readonly [key: string]: unknown;
} {
  return result.structuredContent as { readonly run: string };
}

async function runStatus(client: Client, run: string): Promise<unknown> {
  const { runs } = dataOf(
    await client.callTool({ name: 'list_runs', arguments: {} }),
  ) as unknown as {
    readonly runs: readonly { readonly run: string; readonly status: string }[];
  };
  return runs.find((each) => each.run === run)?.status;
}

function lines(folder: FlowFolder): readonly string[] {
  const file = folder.file('ledger');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

for (const transport of ['stdio', 'http'] as const) {
  describe(`MCP over ${transport}`, () => {
    let folder: FlowFolder;
    let host: HttpHost | null = null;
    const open: Connected[] = [];

    beforeAll(async () => {
      folder = flowFolder();
      if (transport === 'http') host = await startHttpHost(folder);
    });
    afterEach(() => {
      rmSync(folder.file('ledger'), { force: true });
      rmSync(folder.file('go'), { force: true });
    });
    afterAll(async () => {
      for (const each of open.splice(0)) await each.close();
      await host?.stop();
      folder.remove();
    });

    /** Those that need no answers of their own share a connection. */
    const plain = new Map<Era, Client>();
    const connect = async (options: ConnectOptions): Promise<Client> => {
      const shared = options.elicit === undefined ? plain.get(options.era) : undefined;
      if (shared !== undefined) return shared;
      const args = workflowArguments(folder, allFlows.length);
      const connected =
        host === null
          ? await connectStdio(folder, { ...options, args })
          : await connectHttp(host, options);
      open.push(connected);
      if (options.elicit === undefined) plain.set(options.era, connected.client);
      return connected.client;
    };

    for (const era of ['newer', 'older'] as const satisfies readonly Era[]) {
      describe(`with clients that are ${era}`, () => {
        it('[M1][M2] lists workflows as tools, with hostile names', async () => {
          const client = await connect({ era });
          const { tools } = await client.listTools();
          const names = tools.map(({ name }) => name);
          expect(names.filter((name) => own.includes(name)).toSorted()).toEqual(own.toSorted());
          const flows = names.filter((name) => !own.includes(name));
          expect(flows.slice(0, 5)).toEqual(['greet', 'order', 'slow', 'failing', 'long']);
          expect(flows[5]).toMatch(/^it_s_quoted_DROP_TABLE-[0-9a-f]{8}$/);
          expect(flows[6]).toBe('__proto__');
          expect(tools[0]).toMatchObject({
            title: 'Greeting',
            description: 'Greets somebody by name.',
            inputSchema: { type: 'object', required: ['name'], properties: { name: {} } },
          });
          expect(tools[1]?.inputSchema).toMatchObject({
            properties: { input: {} },
            additionalProperties: false,
          });
          for (const [name, says] of [
            [flows[5] ?? '', 'quoted'],
            ['__proto__', 'proto'],
          ] as const) {
            expect(textOf(await client.callTool({ name, arguments: {} }))).toBe(says);
          }
        });

        it('[M3] runs one, and gives its output', async () => {
          const client = await connect({ era });
          const result = await client.callTool({ name: 'greet', arguments: { name: 'Ann' } });
          expect(textOf(result)).toBe('Hello, Ann!');
          expect(result.isError).toBeFalsy();
          expect(dataOf(result)).toMatchObject({ status: 'completed', output: 'Hello, Ann!' });
        });

        it('[M5] tells what happens, while it happens', async () => {
          const client = await connect({ era });
          const heard: string[] = [];
          const numbers: number[] = [];
          const call = client.callTool(
            { name: 'slow', arguments: {} },
            {
              onprogress: ({ message = '', progress }) => {
                heard.push(message);
                numbers.push(progress);
              },
            },
          );
          await expect.poll(() => heard).toContain('work started');
          expect(heard.slice(0, 3)).toEqual(['before started', 'before completed', 'work started']);
          expect(numbers.slice(0, 3)).toEqual([1, 2, 3]);
          writeFileSync(folder.file('go'), '');
          expect(textOf(await call)).toBe('done');
        });

        it('[M3] refuses arguments that do not fit, are deep or unknown, before a run starts', async () => {
          const client = await connect({ era });
          const before = await client.callTool({ name: 'list_runs', arguments: {} });
          for (const args of [{}, { name: 7 }, { name: 'x', more: 1 }, { name: deep(1_000) }]) {
            const result = await client.callTool({ name: 'greet', arguments: args });
            expect(result.isError).toBe(true);
            expect(dataOf(result)).toMatchObject({ error: { hint: expect.any(String) } });
          }
          const unknown = await client.callTool({ name: 'order', arguments: { item: 'x' } });
          expect(textOf(unknown)).toContain('REQUEST_INVALID');
          const after = await client.callTool({ name: 'list_runs', arguments: {} });
          expect(dataOf(after)).toEqual(dataOf(before));
        });

        it('[M4] a run that fails is an error with its code, and nothing of the inside', async () => {
          const client = await connect({ era });
          const result = await client.callTool({ name: 'failing', arguments: {} });
          expect(result.isError).toBe(true);
          expect(dataOf(result)).toMatchObject({
            status: 'failed',
            error: { code: expect.any(String), message: expect.stringContaining('no paper') },
          });
          expect(JSON.stringify(result)).not.toMatch(/functions\.mjs|\bat .*:\d+:\d+/);
        });

        it('[M7] asks the user of the client, again when refused, and continues', async () => {
          const asked: string[] = [];
          const answers = [
            { decision: 'approve', note: '' },
            { size: 12 },
            { size: 3, colour: 'red' },
          ];
          const client = await connect({
            era,
            elicit: (params) => {
              asked.push(params.message);
              if (!('requestedSchema' in params)) throw new Error('no form');
              expect(params.requestedSchema.type).toBe('object');
              return { action: 'accept', content: answers.shift() ?? {} };
            },
          });
          const result = await client.callTool({ name: 'order', arguments: {} });
          expect(dataOf(result)).toMatchObject({ output: { bought: { size: 3, colour: 'red' } } });
          expect(asked).toEqual([
            'Buy a lamp?',
            'Which size?',
            expect.stringMatching(/^Not accepted: .*size.*\nWhich size\?$/s),
          ]);
        });

        it('[M7] leaves the run waiting when the user declines', async () => {
          const client = await connect({ era, elicit: () => ({ action: 'decline' }) });
          const result = await client.callTool({ name: 'order', arguments: {} });
          expect(dataOf(result)).toMatchObject({ status: 'waiting', answerWith: 'answer_wait' });
          expect(await runStatus(client, dataOf(result).run)).toBe('waiting');
        });

        it('[M8] says how to answer where no form can be shown', async () => {
          const client = await connect({ era });
          const first = await client.callTool({ name: 'order', arguments: {} });
          expect(first.isError).toBeFalsy();
          expect(textOf(first)).toContain('Buy a lamp?');
          const [boss] = waitsOf(first);
          expect(boss).toMatchObject({ kind: 'approval', prompt: 'Buy a lamp?', node: 'boss' });
          const sentence = await client.callTool({
            name: 'answer_wait',
            arguments: { wait: boss?.wait, answer: "Don't approve" },
          });
          expect(textOf(sentence)).toMatch(/ANSWER_REFUSED.*answer approve or reject/s);
          const answer = { decision: 'approve' };
          const second = await client.callTool({
            name: 'answer_wait',
            arguments: { wait: boss?.wait, answer },
          });
          const [size] = waitsOf(second);
          expect(size).toMatchObject({ schema: { required: ['size'] } });
          const refused = await client.callTool({
            name: 'answer_wait',
            arguments: { wait: size?.wait, answer: { size: 'big' } },
          });
          expect(textOf(refused)).toContain('ANSWER_REFUSED');
          const done = await client.callTool({
            name: 'answer_wait',
            arguments: { wait: size?.wait, answer: { size: 2 } },
          });
          expect(dataOf(done)).toMatchObject({
            status: 'completed',
            output: { bought: { size: 2 } },
          });
          const none = await client.callTool({
            name: 'answer_wait',
            arguments: { wait: 'none', answer: 1 },
          });
          expect(textOf(none)).toContain('WAIT_NOT_FOUND');
        });

        it('[M6] a cancelled call cancels its run', async () => {
          const client = await connect({ era });
          const gone = new AbortController();
          const call = client.callTool({ name: 'slow', arguments: {} }, { signal: gone.signal });
          const ended = call.then(
            () => 'result',
            () => 'error',
          );
          await expect.poll(() => lines(folder)).toContain('work');
          gone.abort('enough');
          expect(await ended).toBe('error');
          await expect.poll(() => lines(folder)).toContain('aborted');
          const { runs } = dataOf(
            await client.callTool({ name: 'list_runs', arguments: { status: 'cancelled' } }),
          ) as unknown as { readonly runs: readonly { readonly workflow: string }[] };
          expect(runs[0]).toMatchObject({ workflow: 'slow' });
        });

        it('[M9] the same call with the same key is one run', async () => {
          const client = await connect({ era });
          const call = (name: string, args: Record<string, unknown>) =>
            client.callTool({
              name,
              arguments: args,
              _meta: { 'skein/idempotencyKey': `${transport}-${era}` },
            });
          const first = await call('greet', { name: 'Ann' });
          const second = await call('greet', { name: 'Ann' });
          expect(textOf(second)).toBe('Hello, Ann!');
          expect(dataOf(second).run).toBe(dataOf(first).run);
          const other = textOf(await call('greet', { name: 'Bob' }));
          expect(other).toContain('START_REPEATED');
          expect(other).toContain(dataOf(first).run);
          expect(textOf(await call('__proto__', {}))).toContain('START_REPEATED');
        });

        it('[M10] cuts a long output, and gives the rest in parts', async () => {
          const client = await connect({ era });
          const result = await client.callTool({ name: 'long', arguments: {} });
          const { run, cut } = dataOf(result) as unknown as {
            readonly run: string;
            readonly cut: { readonly characters: number; readonly shown: number };
          };
          expect(cut).toMatchObject({ characters: 120_000, tool: 'get_run' });
          expect(textOf(result)).toContain(run);
          const args = { run, offset: 119_990 };
          const part = await client.callTool({ name: 'get_run', arguments: args });
          expect(textOf(part)).toBe('x'.repeat(10));
          expect(dataOf(part)).toMatchObject({ part: { next: null } });
          const bad = await client.callTool({ name: 'get_run', arguments: { run, offset: -1 } });
          expect(textOf(bad)).toContain('REQUEST_INVALID');
        });

        it('[M10] ends a run that waits, and shows one that works', async () => {
          const client = await connect({ era });
          const { run } = dataOf(await client.callTool({ name: 'order', arguments: {} }));
          await client.callTool({ name: 'cancel_run', arguments: { run } });
          const state = await client.callTool({ name: 'get_run', arguments: { run } });
          expect(dataOf(state)).toMatchObject({
            status: 'cancelled',
            error: { code: 'CANCELLED' },
          });
          const call = client.callTool({ name: 'slow', arguments: {} });
          await expect.poll(() => lines(folder)).toContain('work');
          const { runs } = dataOf(
            await client.callTool({ name: 'list_runs', arguments: { status: 'running' } }),
          ) as unknown as { readonly runs: readonly { readonly run: string }[] };
          const [slow] = runs;
          const now = await client.callTool({ name: 'get_run', arguments: { run: slow?.run } });
          expect(dataOf(now)).toMatchObject({ status: 'running' });
          const followed = client.callTool({
            name: 'get_run',
            arguments: { run: slow?.run, follow: true },
          });
          writeFileSync(folder.file('go'), '');
          expect(textOf(await call)).toBe('done');
          expect(textOf(await followed)).toBe('done');
        });
      });
    }
  });
}

function waitsOf(result: CallToolResult): readonly {
  readonly wait: string;
  readonly [key: string]: unknown;
}[] {
  return dataOf(result)['waits'] as readonly { readonly wait: string }[];
}

function deep(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i += 1) value = [value];
  return value;
}
