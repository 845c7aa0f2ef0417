// The tools that people use read the OpenAPI document: linters, and a generator of clients whose client then walks the tour.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveProcess } from '@skein/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { openApiDocument } from '../src/index.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const document = openApiDocument({ version: '1.2.3' });
const source = JSON.stringify(document);
/** It describes a part of what streams send, which no body refers to. */
const unused = 'LargeValue';

it('[R440] no part of the document is a reference to itself', () => {
  const schemas = Object.entries(Object(Object(document['components']).schemas));
  expect(schemas.length).toBeGreaterThan(10);
  const circular = schemas.filter(
    ([name, schema]) => Object(schema).$ref === `#/components/schemas/${name}`,
  );
  expect(circular).toEqual([]);
});

it.each(['redocly', 'spectral'])('[R440] %s finds nothing to complain about', async (tool) => {
  const told: readonly string[] = JSON.parse(await readBy(tool));
  expect(told.filter((each) => !each.includes(unused))).toEqual([]);
});

const validator = process.env['SKEIN_OPENAPI_SPEC_VALIDATOR'];
it.skipIf(validator === undefined)(
  '[R440] openapi-spec-validator accepts it (needs Python: SKEIN_OPENAPI_SPEC_VALIDATOR is the path of the program)',
  async () => {
    const folder = temporary();
    writeFileSync(path.join(folder, 'openapi.json'), source);
    const { stdout } = await run(validator ?? '', [path.join(folder, 'openapi.json')]);
    expect(stdout).toContain('OK');
  },
);

it('[R441] a client with types that openapi-typescript generates walks the tour', async () => {
  const folder = temporary();
  writeFileSync(path.join(folder, 'schema.d.ts'), await readBy('types'));
  writeFileSync(path.join(folder, 'tour.ts'), tour);
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024' };
  const compilerOptions = { ...options, lib: ['es2024', 'dom'], types: [], skipLibCheck: false };
  const tsconfig = { compilerOptions, files: ['tour.ts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout?: string }) => {
    throw new Error(error.stdout);
  });
  const program = path.join(root, 'packages/skein/bin/skein.mjs');
  const server = await serveProcess([program, 'serve', '--port', '0', '--json'], { cwd: folder });
  onTestFinished(async () => {
    await server.stop();
  });
  const { stdout } = await run(process.execPath, [path.join(folder, 'tour.ts'), server.url]);
  expect(stdout.trim()).toBe('completed');
});

/** In a process of its own: these tools compile code from strings, which is forbidden in this one. */
async function readBy(tool: string): Promise<string> {
  const file = path.join(temporary(), 'openapi.json');
  writeFileSync(file, source);
  const main = fileURLToPath(new URL('openapi-tools-main.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [main, tool, file], { maxBuffer: 50_000_000 });
  return stdout;
}

function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const tour = `
import type { paths } from './schema.d.ts';

type Content<Part> = Part extends { content: { 'application/json': infer Value } } ? Value : never;
type Body<Operation> = Operation extends { requestBody?: infer Part } ? Content<NonNullable<Part>> : never;
type Answer<Operation> = Operation extends { responses: infer All }
  ? Content<All[keyof All & (200 | 201 | 202)]>
  : never;

async function ask<Path extends keyof paths, Method extends keyof paths[Path] & string>(
  method: Method,
  path: Path,
  given: { params?: Record<string, string>; query?: string; body?: Body<paths[Path][Method]> } = {},
): Promise<Answer<paths[Path][Method]>> {
  const place = path.replace(/\\{(\\w+)\\}/g, (_, name) => encodeURIComponent(given.params?.[name] ?? ''));
  const response = await fetch(process.argv[2] + place + (given.query ?? ''), {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json' },
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
  });
  if (!response.ok) throw new Error(method + ' ' + path + ': ' + (await response.text()));
  const text = await response.text();
  return JSON.parse(text === '' ? 'null' : text);
}
declare const process: { readonly argv: readonly string[] };

const definition = {
  skein: 1 as const,
  id: 'tour',
  nodes: [{ id: 'ask', type: 'approval', config: { prompt: 'Good?' } }],
};
const made = await ask('post', '/api/v1/workflows', { body: definition });
const id: string = made.id;
const started = await ask('post', '/api/v1/workflows/{id}/run', {
  params: { id },
  query: '?wait=30',
  body: { input: 'hello' },
});
const run: string = started.run_id;
const waits = await ask('get', '/api/v1/waits', { query: '?run=' + run });
for (const wait of waits.items) {
  await ask('post', '/api/v1/waits/{id}/answer', { params: { id: wait.id }, body: 'yes' });
}
let shown = await ask('get', '/api/v1/runs/{id}', { params: { id: run } });
while (shown.status === 'running' || shown.status === 'waiting') {
  shown = await ask('get', '/api/v1/runs/{id}', { params: { id: run } });
}
const listed = await ask('get', '/api/v1/workflows');
if (!listed.items.some((each) => each.id === id)) throw new Error('It is not listed.');
const typed: Extract<Body<paths['/api/v1/workflows']['post']>, { skein: 1 }> = { skein: 1, nodes: [] };
void typed;
// @ts-expect-error: the types know what a start takes.
const wrong: Body<paths['/api/v1/workflows/{id}/run']['post']> = { inputs: 1 };
void wrong;
await ask('delete', '/api/v1/workflows/{id}', { params: { id } });
console.log(shown.status);
`;
