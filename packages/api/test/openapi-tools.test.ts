// The tools that people use read the OpenAPI document: linters, and a generator of clients whose client then walks the tour.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { neededServer, pythonProgram, serveProcess, ServerMissing } from '@skein/testkit';
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

it('[R440] openapi-spec-validator accepts it', async ({ skip }) => {
  const program = specValidator();
  if (program instanceof ServerMissing) return skip(program.message);
  const { stdout } = await run(program, [written()]);
  expect(stdout).toContain('OK');
});

it('[R620] every operation says which scope it needs, where generated pages show it', () => {
  const items: readonly object[] = Object.values(Object(document['paths']));
  const operations = items.flatMap((item): readonly object[] => Object.values(item));
  const saying = operations.map((operation) => {
    const { operationId, description, 'x-scope': scope } = Object(operation);
    const words = scope === undefined ? 'Open to everybody.' : `Needs the scope \`${scope}\``;
    return [operationId, String(description).includes(words)];
  });
  expect(saying.length).toBeGreaterThan(100);
  expect(saying.filter(([, says]) => says !== true)).toEqual([]);
});

it('[R441] a client with types that openapi-typescript generates walks the tour', async () => {
  const folder = temporary();
  writeFileSync(path.join(folder, 'schema.d.ts'), await readBy('types'));
  copyFileSync(path.join(import.meta.dirname, '__fixtures__/tour.mts'), `${folder}/tour.mts`);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom'],
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
  };
  const tsconfig = { compilerOptions, files: ['tour.mts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout?: string }) => {
    throw new Error(error.stdout);
  });
  const program = await neededServer('program');
  const server = await serveProcess([program, 'serve', '--port', '0', '--json'], { cwd: folder });
  onTestFinished(async () => {
    await server.stop();
  });
  const given = [path.join(folder, 'tour.mts'), server.url, path.join(root, 'examples')];
  const { stdout } = await run(process.execPath, given);
  expect(stdout.trim().split('\n')).toEqual([
    '[[404,"RUN_NOT_FOUND"],[401,"SIGNATURE_INVALID"],[409,"START_REPEATED"],[422,"WORKFLOW_INVALID"],[400,"REQUEST_INVALID"]]',
    'native asks',
    'session-graph asks',
    'dataflow asks',
    'agent-graph asks',
    'canvas asks',
    'pipeline asks nobody',
  ]);
});

/** The one that the variable names, else one that is installed once, where Python and PyPI are there. */
function specValidator(): string | ServerMissing {
  const given = process.env['SKEIN_OPENAPI_SPEC_VALIDATOR'] ?? '';
  if (given !== '') return given;
  try {
    return pythonProgram({ name: 'openapi-spec-validator', version: '0.9.0' });
  } catch (error) {
    if (!(error instanceof ServerMissing)) throw error;
    const cure = 'SKEIN_OPENAPI_SPEC_VALIDATOR names one that is there';
    return new ServerMissing(`${error.message}; ${cure}`);
  }
}

/** In a process of its own: these tools compile code from strings, which is forbidden in this one. */
async function readBy(tool: string): Promise<string> {
  const main = fileURLToPath(new URL('openapi-tools-main.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [main, tool, written()], {
    maxBuffer: 50_000_000,
  });
  return stdout;
}

/** The document as a file. */
function written(): string {
  const file = path.join(temporary(), 'openapi.json');
  writeFileSync(file, source);
  return file;
}

function temporary(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
