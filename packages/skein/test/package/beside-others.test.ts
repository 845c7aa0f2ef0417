// Goal: a program of a user may have other versions of the packages that Skein uses, may be bundled, and may mount Skein in a framework.
// Method: install the packed file beside all of them, once, because Next alone is 300 MB; build one program with each bundler, and run
// what was built where nothing else is; serve one program with each framework, and ask each the same.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackage, quietly, writeFiles, type InstalledPackage } from './installed-package.ts';
import { engine, programs } from './mounted-programs.ts';
import { probeMounted } from './probe-mounted.ts';

const openTelemetry2 = {
  '@opentelemetry/api': '1.9.0',
  '@opentelemetry/resources': '2',
  '@opentelemetry/sdk-metrics': '2',
  '@opentelemetry/sdk-trace-base': '2',
  '@opentelemetry/exporter-trace-otlp-http': '0.200',
};
const olderSdk = ['ai@5', '@ai-sdk/openai@2'];
const bundlers = ['esbuild@0.28.2', 'webpack@5.112.2', 'vite@8.3.8'];
const frameworks = ['hono@4', '@hono/node-server@2', 'express@5', 'fastify@5'];
const next = ['next@16.4.6', 'react@19', 'react-dom@19'];
let installed: InstalledPackage;

beforeAll(async () => {
  const env = { NEXT_TELEMETRY_DISABLED: '1' };
  installed = await installPackage([...olderSdk, ...bundlers, ...frameworks, ...next], { env });
}, 300_000);
afterAll(() => installed?.remove());

describe('[PK8] the package beside others', () => {
  it.each([
    { ai: '5', '@ai-sdk/openai': '2' },
    { ai: '6', '@ai-sdk/openai': '3' },
    { ai: '7', '@ai-sdk/openai': '4' },
  ])('is installed beside ai $ai and OpenTelemetry 2', async (sdk) => {
    const { run, place } = project();
    const dependencies = { ...sdk, ...openTelemetry2 };
    writeFiles(place, { 'package.json': JSON.stringify({ private: true, dependencies }) });
    const added = await run('npm', 'install', installed.packed, ...quietly, '--package-lock-only');
    expect(added).toMatchObject({ code: 0 });
  });

  it('says which version it needs when a model of a provider is called with another', async () => {
    const { run } = installed;
    writeFiles(installed.folder, {
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

/** Arguments that a schema in code checks, and a path into JSON: what is loaded on first use is part of the bundle. */
const work = `
  const engine = await createEngine({
    functions: {
      add: registeredFunction({ args: (zod) => zod.object({ n: zod.number() }), run: ({ n }) => n + 1 }),
    },
  });
  const finish = async (definition) => {
    const { id } = await engine.runs.start(definition, { input: 'x' });
    return engine.runs.finished(id);
  };
  const nodes = [{ id: 'only', type: 'function', config: { name: 'add', args: { n: 6 } } }];
  const { status, output } = await finish({ skein: 1, id: 'one', nodes, edges: [] });
  const stop = { step_definition_uuid: 'a', extraction_json_path: '$.done', operator: 'equals', target_value: true };
  const steps = [
    { uuid: 'a', name: 'Say', type: 'custom_llm', model: 'gpt-5', system_prompt: '{"done": true}' },
    { uuid: 'b', name: 'Stop', type: 'stop_checker', stop_conditions: [stop] },
  ];
  const trigger = { uuid: 't', trigger_type_id: 'manual', config: {}, filter_rules: {}, initial_data_description: '' };
  const stopped = await finish({ uuid: 'p', name: 'P', description: '', is_active: true, trigger, steps });
  await engine.close();
  const found = [status, output, stopped.status];
`;
const expected = ['completed', 7, 'stopped'];
const imported = `import { createEngine, registeredFunction } from 'skein';`;
const program = `${imported}${work}console.log(JSON.stringify(found));`;
// Without minification, which takes it half a minute; esbuild does it in no time.
const webpackBuild = `
  import webpack from 'webpack';
  const output = { path: process.cwd() + '/by-webpack', filename: 'main.mjs', module: true };
  const options = { entry: './program.mjs', mode: 'production', target: 'node', experiments: { outputModule: true }, output };
  webpack({ ...options, optimization: { minimize: false } }, (error, stats) => {
    console.log(error ?? stats.toString({ all: false, errors: true, warnings: true }));
    process.exitCode = error || stats.hasErrors() || stats.hasWarnings() ? 1 : 0;
  });
`;
const viteConfig = `export default { logLevel: 'error', build: { ssr: 'program.mjs', outDir: 'by-vite', target: 'node22' }, ssr: { noExternal: true } };`;
const bundledName = 'skein-to-bundle';
const nextRoute = `
  ${imported.replace("'skein'", `'${bundledName}'`)}
  export const dynamic = 'force-dynamic';
  export async function GET() {${work}return Response.json(found);}
`;

describe('[PK9][PK621] a program that uses the package is bundled', () => {
  it.each([
    {
      bundler: 'esbuild',
      files: {},
      build:
        'esbuild program.mjs --bundle --minify --platform=node --format=esm --outfile=by-esbuild/main.mjs --log-level=warning',
      main: 'main.mjs',
    },
    {
      bundler: 'webpack',
      files: { 'build-webpack.mjs': webpackBuild },
      build: 'node build-webpack.mjs',
      main: 'main.mjs',
    },
    {
      bundler: 'vite',
      files: { 'vite.config.mjs': viteConfig },
      build: 'vite build',
      main: 'program.mjs',
    },
  ])('by $bundler, and runs in a folder with nothing else', async (given) => {
    const { run, folder } = installed;
    writeFiles(folder, { 'program.mjs': program, ...given.files });
    const said = await run('sh', '-c', given.build);
    expect([said.code, said.stdout.trim(), said.stderr.trim()]).toEqual([0, '', '']);
    const elsewhere = project();
    cpSync(path.join(folder, `by-${given.bundler}`), elsewhere.place, { recursive: true });
    const ran = await elsewhere.run('node', given.main);
    expect(ran).toEqual({ code: 0, stdout: `${JSON.stringify(expected)}\n`, stderr: '' });
  });
});

describe('[SD407] the installed package is mounted', () => {
  it.each(programs)('in $framework', async ({ framework, program: text }) => {
    const { start, folder } = installed;
    const file = `${framework.split(' ')[0]?.toLowerCase()}.mjs`;
    writeFiles(folder, { 'engine.mjs': engine, [file]: text });
    const at = await freePort();
    await probeMounted(start('node', file, String(at)), `http://127.0.0.1:${at}`);
  });

  it('[PK9][PK621] in Next, whose build also takes it into a route as a bundler does', async () => {
    const { run, start, folder } = installed;
    const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((verb) => `skein as ${verb}`);
    writeFiles(folder, { 'engine.mjs': engine });
    // A build takes half a minute of the processor's time. So it has both: under its own name, which stays outside because of the files of
    // the studio, and as a copy with another name, which does not.
    cpSync(
      path.join(folder, 'node_modules/skein'),
      path.join(folder, 'node_modules', bundledName),
      {
        recursive: true,
      },
    );
    writeNextApp({
      'work/route.js': nextRoute,
      'own/route.js': `export const GET = () => new Response('mine');`,
      'skein/[[...path]]/route.js': `
        import { skein } from '../../../engine.mjs';
        export const dynamic = 'force-dynamic';
        export { ${verbs.join(', ')} };
      `,
    });
    const built = await run('next', 'build');
    expect(built).toMatchObject({ code: 0 });
    expect(built.stdout + built.stderr).not.toMatch(/not found|can't resolve/i);
    // What is part of a route needs no package when it runs.
    rmSync(path.join(folder, 'node_modules', bundledName), { recursive: true });
    const at = await freePort();
    const child = start('next', 'start', '--port', String(at), '--hostname', '127.0.0.1');
    const work = async () => (await fetch(`http://127.0.0.1:${at}/work`)).json();
    await probeMounted(child, `http://127.0.0.1:${at}`, async () => {
      expect(await work()).toEqual(expected);
    });
  });
});

/** An app of Next with these routes. */
function writeNextApp(routes: Readonly<Record<string, string>>): void {
  const { folder } = installed;
  for (const route of Object.keys(routes))
    mkdirSync(path.join(folder, 'app', path.dirname(route)), { recursive: true });
  const config = {
    serverExternalPackages: ['skein'],
    // It is built once: nothing would read what Next keeps for the next build.
    experimental: { turbopackFileSystemCacheForBuild: false },
  };
  writeFiles(folder, { 'next.config.mjs': `export default ${JSON.stringify(config)};` });
  writeFiles(path.join(folder, 'app'), {
    'layout.js': 'export default ({ children }) => <html><body>{children}</body></html>;',
    'page.js': 'export default () => <p>hello</p>;',
    ...routes,
  });
}

/** A folder of a user, with nothing in it. */
function project() {
  const place = mkdtempSync(path.join(path.dirname(installed.folder), 'project-'));
  writeFiles(place, { 'package.json': '{"private":true,"type":"module"}' });
  return { place, ...installed.with({ cwd: place, env: {} }) };
}
