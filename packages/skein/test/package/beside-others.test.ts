// Goal: a program of a user may have other versions of the packages that Skein uses, and may be bundled. Method: install the packed
// file beside them, and build and run one program with each bundler.
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { installPackage, writeFiles, type InstalledPackage } from './installed-package.ts';

const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'];
const openTelemetry2 = [
  '@opentelemetry/api@1.9.0',
  '@opentelemetry/resources@2',
  '@opentelemetry/sdk-metrics@2',
  '@opentelemetry/sdk-trace-base@2',
  '@opentelemetry/exporter-trace-otlp-http@0.200',
];
let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
}, 300_000);
afterAll(() => installed?.remove());

describe('[PK8] the package beside others', () => {
  it.each([
    ['ai@5', '@ai-sdk/openai@2'],
    ['ai@6', '@ai-sdk/openai@3'],
    ['ai@7', '@ai-sdk/openai@4'],
  ])('is installed beside %s and OpenTelemetry 2', async (...sdk) => {
    const { run } = folder(`beside-${sdk[0]}`);
    const before = await run(
      'npm',
      'install',
      ...sdk,
      ...openTelemetry2,
      ...quiet,
      '--package-lock-only',
    );
    expect(before).toMatchObject({ code: 0 });
    const after = await run('npm', 'install', installed.packed, ...quiet, '--package-lock-only');
    expect(after).toMatchObject({ code: 0 });
  });

  it('says which version it needs when a model of a provider is called with another', async () => {
    const { run, place } = folder('older');
    const sdk = ['ai@5', '@ai-sdk/openai@2', installed.packed];
    expect(await run('npm', 'install', ...sdk, ...quiet)).toMatchObject({ code: 0 });
    writeFiles(place, {
      'ask.json': JSON.stringify({
        skein: 1,
        id: 'ask',
        nodes: [{ id: 'only', type: 'llm', config: { prompt: 'hello', model: 'openai/gpt-5' } }],
        edges: [],
      }),
    });
    const asked = await run('sh', '-c', 'OPENAI_API_KEY=none npx skein run ask.json --json');
    expect(asked.code).toBe(1);
    expect(asked.stdout).toContain('PACKAGE_VERSION');
    expect(asked.stdout).toContain('npm install ai@7 @ai-sdk/openai@4');
  });
});

const definition = JSON.stringify({
  skein: 1,
  id: 'one',
  nodes: [{ id: 'only', type: 'transform', config: { value: 7 } }],
  edges: [],
});
const work = `
  const engine = await createEngine({});
  const { id } = await engine.runs.start(${definition}, {});
  const { status, output } = await engine.runs.finished(id);
  await engine.close();
`;
const program = `import { createEngine } from 'skein';${work}console.log(status, output);`;
const webpackBuild = `
  import webpack from 'webpack';
  const output = { path: process.cwd() + '/built', filename: 'main.mjs', module: true };
  const options = { entry: './program.mjs', mode: 'production', target: 'node', experiments: { outputModule: true }, output };
  webpack(options, (error, stats) => {
    console.log(error ?? stats.toString({ all: false, errors: true, warnings: true }));
    process.exitCode = error || stats.hasErrors() || stats.hasWarnings() ? 1 : 0;
  });
`;
const viteConfig = `export default { logLevel: 'error', build: { ssr: 'program.mjs', outDir: 'built', target: 'node22' }, ssr: { noExternal: true } };`;
const nextRoute = `
  import { createEngine } from 'skein';
  export const dynamic = 'force-dynamic';
  export async function GET() {${work}return Response.json({ status, output });}
`;

describe('[PK9] a program that uses the package is bundled and runs', () => {
  it.each([
    {
      bundler: 'esbuild@0.28.2',
      files: {},
      build:
        'node_modules/.bin/esbuild program.mjs --bundle --platform=node --format=esm --outfile=built/main.mjs --log-level=warning',
      built: 'built/main.mjs',
    },
    {
      bundler: 'webpack@5.112.2',
      files: { 'build.mjs': webpackBuild },
      build: 'node build.mjs',
      built: 'built/main.mjs',
    },
    {
      bundler: 'vite@8.3.8',
      files: { 'vite.config.mjs': viteConfig },
      build: 'node_modules/.bin/vite build',
      built: 'built/program.js',
    },
  ])('by $bundler', async ({ bundler, files, build, built }) => {
    const { run, place } = folder(bundler);
    expect(await run('npm', 'install', installed.packed, bundler, ...quiet)).toMatchObject({
      code: 0,
    });
    writeFiles(place, { 'program.mjs': program, ...files });
    const said = await run('sh', '-c', build);
    expect([said.code, said.stdout.trim(), said.stderr.trim()]).toEqual([0, '', '']);
    expect(await run('node', built)).toEqual({ code: 0, stdout: 'completed 7\n', stderr: '' });
  });

  it('by next build', async () => {
    const { run, start, place } = folder('next');
    const packages = ['next@16.4.6', 'react@19', 'react-dom@19'];
    expect(await run('npm', 'install', installed.packed, ...packages, ...quiet)).toMatchObject({
      code: 0,
    });
    mkdirSync(path.join(place, 'app/work'), { recursive: true });
    writeFiles(place, {
      'app/layout.js': 'export default ({ children }) => <html><body>{children}</body></html>;',
      'app/page.js': 'export default () => <p>hello</p>;',
      'app/work/route.js': nextRoute,
    });
    const built = await run('node_modules/.bin/next', 'build');
    expect(built).toMatchObject({ code: 0 });
    expect(built.stdout + built.stderr).not.toMatch(/not found|can't resolve/i);
    const port = await freePort();
    const server = start('node_modules/.bin/next', 'start', '--port', String(port));
    try {
      const answered = await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/work`), 60_000);
      expect(await answered.json()).toEqual({ status: 'completed', output: 7 });
    } finally {
      server.kill();
    }
  });
});

/** A project of a user, with nothing in it. */
function folder(name: string) {
  const place = mkdtempSync(path.join(path.dirname(installed.folder), `${name}-`));
  writeFiles(place, { 'package.json': '{"private":true,"type":"module"}' });
  return { place, ...installed.with({ cwd: place, env: { NEXT_TELEMETRY_DISABLED: '1' } }) };
}
