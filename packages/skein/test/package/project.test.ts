// Goal: what `skein init` makes is a project that a person would keep. Method: the installed package makes one, npm installs and tests
// it, and its `npm run dev` runs in a terminal while files are edited and a run waits.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { freePort } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasPseudoTerminal } from '../pseudo-terminal.ts';
import { installPackage, quietly, writeFiles, type InstalledPackage } from './installed-package.ts';

let installed: InstalledPackage;
let demo: string;
beforeAll(async () => {
  installed = await installPackage();
  demo = path.join(installed.folder, 'demo');
}, 300_000);
afterAll(() => installed?.remove());

const patient = { timeout: 120_000, interval: 50 };

describe('a project of `skein init`', () => {
  it('[C950] has a workflow, an agent, JSON, tests and types, which npm installs and tests', async () => {
    const made = await installed.run('npx', 'skein', 'init', 'demo', '--json');
    expect(made).toMatchObject({ code: 0 });
    const { files } = JSON.parse(made.stdout) as { files: string[] };
    expect(files.toSorted()).toEqual([
      '.gitignore',
      'README.md',
      'package.json',
      'skein.config.json',
      'src/order.ts',
      'src/shop.ts',
      'src/skein.test.ts',
      'src/skein.ts',
      'src/support.ts',
      'tsconfig.json',
      'workflows/quote.json',
      'workflows/quote.test.json',
    ]);
    // From where this Skein was installed: it is in no registry.
    const { run } = installed.with({ cwd: demo, env: {} });
    expect(await run('npm', 'install', ...quietly)).toMatchObject({ code: 0 });
    expect(existsSync(path.join(demo, 'node_modules/skein/bin'))).toBe(true);
    const tested = await run('npm', 'test');
    expect(tested).toMatchObject({ code: 0 });
    expect(tested.stdout).toMatch(/pass 2[^]*1 passed/);
  });

  it('[C955] its definitions have types: `saved` takes their ids and inputs, and --check finds what is old', async () => {
    const { run } = installed.with({ cwd: demo, env: {} });
    const flow = path.join(demo, 'workflows/quote.json');
    const before = readFileSync(flow, 'utf8');
    const schema =
      '{ "type": "object", "properties": { "item": { "type": "string" } }, "required": ["item"] }';
    const start = '"type": "start"';
    writeFileSync(flow, before.replace(start, `${start}, "config": { "schema": ${schema} }`));
    expect(await run('npx', 'skein', 'types', '--check')).toMatchObject({ code: 1 });
    expect(await run('npx', 'skein', 'types')).toMatchObject({ code: 0 });
    expect(await run('npx', 'skein', 'types', '--check')).toMatchObject({ code: 0 });
    writeFiles(demo, {
      'src/typed.ts': `import { saved, type WorkflowInput } from 'skein';
        export const right: WorkflowInput<ReturnType<typeof quote>> = { item: 'lamp' };
        export const wrong: WorkflowInput<ReturnType<typeof quote>> = { item: 3 };
        export const quote = () => saved('quote');
        export const none = saved('quotes');
        export const called: Skein.FunctionName = 'shop.price';`,
    });
    const { stdout } = await run('npx', 'tsc', '--pretty', 'false');
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringContaining(
        "typed.ts(3,73): error TS2322: Type 'number' is not assignable to type 'string'.",
      ),
      expect.stringContaining(
        `Argument of type '"quotes"' is not assignable to parameter of type '"quote"'.`,
      ),
    ]);
    writeFiles(demo, { 'src/typed.ts': '' });
    writeFileSync(flow, before);
  });

  it('[SD470][SD471] the five programs of the examples are compiled and run in it', async () => {
    const { run } = installed.with({ cwd: demo, env: {} });
    const own = path.join(demo, 'src/programs');
    const examples = path.join(import.meta.dirname, '../../../../examples/typescript');
    cpSync(examples, own, { recursive: true, filter: (file) => !file.endsWith('.test.ts') });
    writeFiles(own, { 'all.ts': allPrograms });
    const added = ['hono@4', '@hono/node-server@2', 'ai@7', 'ai5@npm:ai@5', 'ai6@npm:ai@6'];
    expect(await run('npm', 'install', ...added, ...quietly)).toMatchObject({ code: 0 });
    expect(await run('npx', 'tsc', '--pretty', 'false')).toMatchObject({ code: 0, stdout: '' });
    const ran = await run('node', 'src/programs/all.ts');
    expect(ran).toMatchObject({ code: 0 });
    expect(JSON.parse(ran.stdout)).toEqual({
      support: 'How can I help?lampI have refunded 25 euros for the lamp. Anything else?',
      invoices: { saved: 3, bad: ['may/3.pdf is no PDF'] },
      onboard: { account: 'acc-7', signed: false },
      chat: 200,
    });
  });

  it.each([
    { name: 'ai5', mock: 'MockLanguageModelV2' },
    { name: 'ai6', mock: 'MockLanguageModelV3' },
    { name: 'ai', mock: 'MockLanguageModelV4' },
  ])('[SD472] an agent takes $mock and tool() of $name unchanged', async ({ name, mock }) => {
    const { run } = installed.with({ cwd: demo, env: {} });
    writeFiles(demo, { 'sdk.mjs': sdkProgram });
    const ran = await run('node', 'sdk.mjs', name, mock);
    expect(ran).toEqual({ code: 0, stdout: '["It is ","5"]\n', stderr: '' });
  });

  it.skipIf(!hasPseudoTerminal())(
    '[C951] `npm run dev` shows the studio, and after an edit the run goes on with the new code',
    async () => {
      const port = await freePort();
      const dev = startDev(port);
      try {
        await dev.says(/listening on/g, 1);
        await vi.waitFor(() => expect(dev.opened()).toBe(`http://127.0.0.1:${port}\n`), patient);
        const { run_id: run } = await dev.call('POST', '/workflows/order/run', {
          input: { item: 'lamp' },
        });
        const file = path.join(demo, 'src/order.ts');
        const code = readFileSync(file, 'utf8');
        writeFileSync(file, code.replace('bought: true, price }', 'bought: true, cost: price }'));
        await dev.says(/A file has changed/g, 1);
        await dev.says(/listening on/g, 2);
        const wait = await vi.waitFor(async () => {
          const { items } = await dev.call('GET', `/waits?run=${String(run)}`);
          expect(items).toHaveLength(1);
          return (items as { id: string }[])[0]?.id ?? '';
        }, patient);
        await dev.call('POST', `/waits/${wait}/answer`, 'yes');
        await vi.waitFor(async () => {
          const found = await dev.call('GET', `/runs/${String(run)}`);
          expect(found).toMatchObject({ status: 'completed', output: { bought: true, cost: 40 } });
        }, patient);
      } finally {
        expect(await dev.stop()).toContain('listening on');
      }
    },
  );
});

/** An agent whose model and tool are objects of one version of the AI SDK; the model asks for the tool, then says what it gave. */
const sdkProgram = `
  import { agent, createEngine } from 'skein';
  import { z } from 'zod';
  const [name, mock] = process.argv.slice(2);
  const { tool, simulateReadableStream } = await import(name);
  const { [mock]: MockModel } = await import(name + '/test');
  const isNew = mock !== 'MockLanguageModelV2';
  const usage = isNew
    ? { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } }
    : { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const finish = (reason) => ({ type: 'finish', usage, finishReason: isNew ? { unified: reason, raw: reason } : reason });
  const model = new MockModel({
    provider: 'mock',
    modelId: 'one',
    doStream: async ({ prompt }) => {
      const last = prompt.at(-1);
      const chunks = last.role === 'tool'
        ? [{ type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: 'It is ' }, { type: 'text-delta', id: '1', delta: JSON.stringify(last.content[0].output.value).match(/5/)[0] }, { type: 'text-end', id: '1' }, finish('stop')]
        : [{ type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: '{"a":2,"b":3}' }, finish('tool-calls')];
      return { stream: simulateReadableStream({ chunks: [{ type: 'stream-start', warnings: [] }, ...chunks], initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
  const add = tool({ description: 'Adds.', inputSchema: z.object({ a: z.number(), b: z.number() }), execute: ({ a, b }) => ({ sum: String(a + b) }) });
  const counter = agent({ id: 'counter', model, tools: { add } });
  const engine = await createEngine({ agents: [counter] });
  const texts = [];
  for await (const text of engine.thread('t', counter).send('2 and 3?').textStream) texts.push(text);
  await engine.close();
  console.log(JSON.stringify(texts));
`;

/** The first checks itself; types of the others hold from one end to the other. */
const allPrograms = `
import './1-hello.ts';
import { readFileSync } from 'node:fs';
import { createEngine, type Cassette } from 'skein';
import { testEngine } from 'skein/testing';
import { support, talk } from './2-support.ts';
import { invoices } from './3-documents.ts';
import { onboard } from './4-onboarding.ts';
import { createApp } from './5-app.ts';

const cassette = JSON.parse(readFileSync(new URL('2-support.cassette.json', import.meta.url), 'utf8')) as Cassette;
const said: string[] = [];
{
  await using engine = await createEngine({ agents: [support], cassette });
  await talk(engine, (text) => said.push(text));
}
const reply = (n: number) => ({ when: { contains: '/' + n + '.pdf' }, text: JSON.stringify({ number: 'R', total: n }) });
await using tests = await testEngine({ workflows: [invoices, onboard], script: { replies: [1, 2, 4].map(reply) } });
const reading = await tests.start(invoices, { folder: 'may' });
await tests.advance('1m'); // a page is tried again
await reading.answer('look', 'yes');
const waiting = await tests.start(onboard, { id: '7', mail: 'ada@example.org' });
await tests.advance('17d');
const { app, engine } = await createApp({ script: {} });
const messages = [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }];
const body = JSON.stringify({ id: 'c', messages });
const chat = await app.request('/chat/c', { method: 'POST', headers: { 'x-user': 'ada' }, body });
await chat.text();
await engine.close({ drain: 0 });
const found = { support: said.join(''), invoices: (await reading.result()).output, onboard: (await waiting.result()).output, chat: chat.status };
const saved: number = found.invoices.saved;
const account: string = found.onboard.account;
if (Number.isNaN(saved) || account === '') throw new Error();
console.log(JSON.stringify(found));
`;

/** In a terminal of its own, with a desktop that writes down which address it shows. */
function startDev(port: number) {
  const desktop = path.join(installed.folder, 'desktop');
  const shown = path.join(desktop, 'shown');
  mkdirSync(desktop, { recursive: true });
  writeFiles(desktop, { 'xdg-open': `#!/bin/sh\necho "$1" > '${shown}'\n` });
  chmodSync(path.join(desktop, 'xdg-open'), 0o755);
  const own = path.join(demo, 'node_modules/.bin');
  const PATH = [own, desktop, path.dirname(process.execPath), process.env['PATH']].join(':');
  const { start } = installed.with({ cwd: demo, env: { PATH } });
  const child = start('script', '-qec', `npm run dev -- --open --port ${port}`, '/dev/null');
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void (said += text));
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(said)));
  return {
    says: (text: RegExp, times: number) =>
      vi.waitFor(() => expect([...said.matchAll(text)]).toHaveLength(times), patient),
    opened: () => (existsSync(shown) ? readFileSync(shown, 'utf8') : ''),
    /** The address is announced a moment before it can be used again. */
    call: (method: string, place: string, body?: unknown) =>
      vi.waitFor(async () => {
        const answered = await fetch(`http://127.0.0.1:${port}/api/v1${place}`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: body === undefined ? null : JSON.stringify(body),
        });
        const json = (await answered.json()) as { [key: string]: unknown };
        if (!answered.ok) throw new Error(JSON.stringify(json));
        return json;
      }, patient),
    /** Ctrl-C. */
    stop: () => {
      child.stdin?.write('\u0003');
      return ended;
    },
  };
}
