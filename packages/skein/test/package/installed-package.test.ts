// Goal: what users install works without this repository. Method: pack it, install it elsewhere, use it as its README says.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { routes } from '@skein/api';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchModules } from '../loaded-modules.ts';
import { installPackage, writeFiles, type InstalledPackage } from './installed-package.ts';

const repository = path.join(import.meta.dirname, '../../../..');
const readme = readFileSync(path.join(repository, 'packages/skein/README.md'), 'utf8');
const optional = [
  'pg',
  'mysql2',
  'neo4j-driver',
  'imapflow',
  'postal-mime',
  'nodemailer',
  'ai',
  '@ai-sdk',
  '@opentelemetry',
];
/** The versions that the tests of this repository run with. */
const tested = testedVersions();
let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
}, 300_000);
afterAll(() => installed?.remove());

describe('the installed package', () => {
  it('[PK1] makes a project that runs with no key, by any template that it lists', async () => {
    const { run, folder } = installed;
    const made = await run('npx', 'skein', 'init', 'demo', '--template', 'hello');
    expect(made).toMatchObject({ code: 0 });
    expect(readdirSync(path.join(folder, 'demo'))).toEqual([
      '.gitignore',
      'README.md',
      'input.json',
      'workflow.json',
    ]);
    const command = /npx skein (run .*)$/m.exec(made.stderr)?.[1] ?? '';
    const ran = await run('sh', '-c', `cd demo && npx skein ${command}`);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('HELLO, ADA!') });

    const listed = await run('skein', 'templates', 'ls', '--json');
    const { templates } = JSON.parse(listed.stdout) as { templates: { id: string }[] };
    expect(templates.map(({ id }) => id)).toContain('contract-approvals');
    for (const { id } of templates.slice(0, 2)) {
      expect(await run('skein', 'init', id, '--template', id)).toMatchObject({ code: 0 });
      expect(await run('skein', 'validate', `${id}/workflow.json`)).toMatchObject({ code: 0 });
    }
  });

  it('[PK1] init writes over nothing, and names the templates when there is no such one', async () => {
    const { run, folder } = installed;
    mkdirSync(path.join(folder, 'full'));
    writeFiles(path.join(folder, 'full'), { 'workflow.json': 'mine' });
    const refused = await run('skein', 'init', 'full', '--json');
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'FILE_NOT_WRITTEN' } });
    expect(readFileSync(path.join(folder, 'full/workflow.json'), 'utf8')).toBe('mine');
    const unknown = await run('skein', 'init', 'new', '--template', 'no');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('newsletter') });
  });

  it('[C141] validate, show and run load neither zod nor the contract of the API', async () => {
    const watch = watchModules();
    try {
      const { folder } = installed;
      writeFiles(folder, {
        'one.json':
          '{"skein":1,"id":"one","nodes":[{"id":"only","type":"transform","config":{"value":1}}],"edges":[]}',
      });
      const program = path.join(folder, 'node_modules/skein/bin/skein.mjs');
      const loadedBy = async (...given: readonly string[]) => {
        await installed.run(process.execPath, ...watch.nodeOptions, program, ...given);
        const files = watch.take().filter((url) => url.startsWith('file:'));
        return {
          zod: files.some((url) => url.includes('/node_modules/zod/')),
          // The name of a route, which is in no other code.
          api: files.some((url) =>
            readFileSync(new URL(url), 'utf8').includes('confirmMcpServer:'),
          ),
        };
      };
      for (const command of ['validate', 'show', 'run']) {
        expect(await loadedBy(command, 'one.json')).toEqual({ zod: false, api: false });
      }
      const server = ['--server', 'http://127.0.0.1:9'];
      expect(await loadedBy('validate', 'one.json', ...server)).toEqual({ zod: true, api: true });
    } finally {
      watch.remove();
    }
  });

  it('[PK3260] has a client for other programs and browsers, in one file that imports nothing', async () => {
    const { run, folder } = installed;
    const file = path.join(folder, 'node_modules/skein/dist/client.js');
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/^import |\bimport\(|\brequire\(/m);
    expect(statSync(file).size).toBeLessThan(40_000);
    const left = Object.keys(routes).filter((name) => !text.includes(`"${name}":`));
    expect(left).toEqual([]);
    writeFiles(folder, {
      'asks.mjs': `import { createClient } from 'skein/client';
        const client = createClient({ server: 'http://127.0.0.1:9' });
        console.log(await client.call('whoAmI').catch((error) => error.code));`,
    });
    expect(await run(process.execPath, 'asks.mjs')).toMatchObject({
      code: 0,
      stdout: 'SERVER_UNREACHABLE\n',
    });
  });

  it('[C752] runs code, where no text may become code of Node either', async () => {
    const { run, folder } = installed;
    const code = 'const rows: number[] = args.rows; return rows.map((n) => n + 1)';
    const config = { language: 'typescript', code, args: { rows: [1, 2] } };
    writeFiles(folder, {
      'code.json': JSON.stringify({
        skein: 1,
        id: 'code',
        nodes: [{ id: 'a', type: 'code', config }],
      }),
    });
    expect(existsSync(path.join(folder, 'node_modules/quickjs-wasi/quickjs.wasm'))).toBe(true);
    const program = path.join(folder, 'node_modules/skein/bin/skein.mjs');
    const strict = [process.execPath, '--disallow-code-generation-from-strings', program] as const;
    for (const words of [['skein'], strict] as const) {
      const [first, ...rest] = words;
      const ran = await run(first, ...rest, 'run', 'code.json', '--json');
      expect(ran).toMatchObject({ code: 0 });
      expect(JSON.parse(ran.stdout)).toMatchObject({ output: [2, 3] });
    }
  });

  it('[X860] checks a large value in a thread that the package brings', async () => {
    const { run, folder } = installed;
    // More steps than a value gets where others wait.
    const schema = { type: 'array', items: { type: 'integer', minimum: 1, not: { const: 8 } } };
    const config = { code: 'return [...Array(60000).fill(1), "x"]', schema };
    writeFiles(folder, {
      'large.json': JSON.stringify({
        skein: 1,
        id: 'large',
        nodes: [{ id: 'a', type: 'code', config }],
      }),
    });
    const watch = watchModules();
    try {
      const program = path.join(folder, 'node_modules/skein/bin/skein.mjs');
      const ran = await run(process.execPath, ...watch.nodeOptions, program, 'run', 'large.json');
      expect(ran.stderr).toContain('/60000 must be a whole number');
      const thread = '/node_modules/skein/dist/check-values.js';
      expect(watch.take().some((url) => url.endsWith(thread))).toBe(true);
    } finally {
      watch.remove();
    }
  });

  it('[A770] says which package Python needs', async () => {
    const { run, folder } = installed;
    const node = { id: 'a', type: 'code', config: { language: 'python', code: '1' } };
    writeFiles(folder, {
      'python.json': JSON.stringify({ skein: 1, id: 'python', nodes: [node] }),
      'python.config.json': JSON.stringify({ limits: { code: { python: true } } }),
    });
    const ran = await run('skein', 'run', 'python.json', '--config', 'python.config.json');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/Python needs a package .*npm install @pydantic\/monty@/);
  });

  it('[PK2] serves the API and the studio', async () => {
    const child = installed.start('npx', 'skein', 'serve', '--port', '0', '--json');
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const { url, pid } = await new Promise<{ url: string; pid: number }>((resolve, reject) => {
      let text = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.endsWith('}\n')) resolve(JSON.parse(text));
      });
      void exited.then((code) => reject(new Error(`It ended with ${code}: ${text}`)));
    });
    try {
      const page = await fetch(url);
      expect(await page.text()).toContain('<script type="module"');
      const { paths } = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as {
        paths: object;
      };
      expect(Object.keys(paths).length).toBeGreaterThan(30);
      const { id } = await post<{ id: string }>(`${url}/api/v1/workflows/from-template`, {
        template: 'hello',
      });
      const started = await post(`${url}/api/v1/workflows/${id}/run?wait=10`, {
        input: { name: 'Ada' },
      });
      expect(started).toMatchObject({ status: 'completed' });
    } finally {
      process.kill(pid, 'SIGTERM');
    }
    expect(await exited).toBe(0);
  });

  it('[PK3] has the example of its README as a library, with types for both resolutions', async () => {
    const { run, folder } = installed;
    const [, example = ''] = /```ts\n([^]*?)```/.exec(readme) ?? [];
    writeFiles(folder, { 'package.json': '{"type":"module"}', 'example.ts': example });
    for (const name of ['@types/node', 'undici-types'])
      cpSync(
        path.join(repository, 'node_modules', name),
        path.join(folder, 'tools/node_modules', name),
        {
          recursive: true,
        },
      );
    const compiler = path.join(repository, 'node_modules/typescript/bin/tsc');
    for (const resolution of [
      ['--module', 'node16'],
      ['--module', 'esnext', '--moduleResolution', 'bundler', '--skipLibCheck'],
    ]) {
      const options = [...resolution, '--strict'];
      const own = [
        '--typeRoots',
        'tools/node_modules/@types',
        '--types',
        'node',
        '--target',
        'es2024',
      ];
      const checked = await run(compiler, ...options, ...own, '--outDir', 'out', 'example.ts');
      expect(checked).toEqual({ code: 0, stdout: '', stderr: '' });
    }
    const ran = await run('node', 'out/example.js');
    expect(ran).toEqual({ code: 0, stdout: 'completed Bought lamp.\n', stderr: '' });
  });

  it('[PK4] has the shape of a package', async () => {
    const pkgDir = path.join(installed.folder, 'node_modules/skein');
    const { messages, pkg } = await publint({ pkgDir, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('[PK5] brings nothing that only some need, and names the command when it is needed', async () => {
    const { run, folder } = installed;
    const brought = readdirSync(path.join(folder, 'node_modules'));
    expect(brought.filter((name) => optional.includes(name))).toEqual([]);
    for (const [url, wanted] of [
      ['postgres://localhost/x', 'pg'],
      ['mysql://localhost/x', 'mysql2'],
      ['neo4j://localhost', 'neo4j-driver'],
    ] as const) {
      const { code, stdout } = await run('skein', 'doctor', '--store', url, '--json');
      const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
      expect({ code, error: error.code }).toEqual({ code: 2, error: 'PACKAGE_MISSING' });
      expect(error.message).toMatch(
        new RegExp(`npm install ${wanted}@${majorOf(tested[wanted])}, and start Skein again$`),
      );
    }
    await run('skein', 'init', 'asking', '--template', 'hello');
    const asked = 'OPENAI_API_KEY=none npx skein run asking/workflow.json';
    const checked = await run('sh', '-c', asked.replace('run', 'validate --preflight'));
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringContaining('npm install ai@7 @ai-sdk/openai@4'),
    ]);
    const failed = await run('sh', '-c', asked);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('npm install ai@7 @ai-sdk/openai@4');
    const named = [...readme.matchAll(/npm install ([a-z@].*?)`/g)].flatMap(([, names = '']) =>
      names.split(' ').map((name) => name.split(/(?<=.)@/)),
    );
    for (const [name = '', major] of named)
      expect([name, majorOf(tested[name])]).toEqual([name, major]);
  });

  it('[PK6] is as small as its README says, and has no install scripts', () => {
    const modules = path.join(installed.folder, 'node_modules');
    const megabytes = sizeOf(modules) / 1024 / 1024;
    const said = Number(/# (\d+) MB/.exec(readme)?.[1]);
    expect(megabytes).toBeLessThanOrEqual(said);
    expect(megabytes).toBeGreaterThan(said * 0.8);
    const lock = readFileSync(path.join(modules, '.package-lock.json'), 'utf8');
    expect(lock).not.toContain('hasInstallScript');
  });
});

async function post<Answer>(url: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answered = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return answered.json() as Promise<Answer>;
}

function testedVersions(): Readonly<Record<string, string>> {
  const rooms = readdirSync(path.join(repository, 'packages'));
  const manifests = rooms.map((room) =>
    readFileSync(path.join(repository, 'packages', room, 'package.json'), 'utf8'),
  );
  return Object.assign({}, ...manifests.map((text) => JSON.parse(text).dependencies));
}

/** `8.23.1` is 8. */
function majorOf(version: string | undefined): string | undefined {
  return /\d+/.exec(version ?? '')?.[0];
}

function sizeOf(place: string): number {
  const found = readdirSync(place, { withFileTypes: true, recursive: true });
  return found
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}
