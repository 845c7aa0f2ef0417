// Goal: what `skein init` makes is a project that a person would keep. Method: the installed package makes one, npm installs and tests
// it, and its `npm run dev` runs in a terminal while files are edited and a run waits.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
    expect(tested, tested.stdout + tested.stderr).toMatchObject({ code: 0 });
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
      vi.waitFor(() => expect([...said.matchAll(text)], said).toHaveLength(times), patient),
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
