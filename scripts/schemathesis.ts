// `npm run schemathesis [-- EXAMPLES [SEED]]`
// Schemathesis generates valid and invalid requests from the OpenAPI document of a running server, and checks the answers against it: no
// 5xx, no undocumented status and no undocumented body. Without Python this is skipped.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pythonProgram, RawClient, serveProcess, ServerMissing } from '@skein/testkit';

const [examples = '10', seed = '1'] = process.argv.slice(2);
const root = path.dirname(import.meta.dirname);
const program = path.join(root, 'packages/skein/bin/skein.mjs');
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
/**
 * Excluded: the live events of a run, which do not end, and the Model Context Protocol, whose messages are described by that protocol
 * and not by ours (its own client tests it). Whatever revokes the key of these requests comes last.
 */
const endless = '(/runs/\\{id\\}/events|/mcp)$';
const closing = '(/keys/\\{id\\}|/session)$';

try {
  process.exitCode = await run(pythonProgram({ name: 'schemathesis', version: '4.32.5' }));
} catch (error) {
  if (!(error instanceof ServerMissing)) throw error;
  process.stdout.write(`skipped: ${error.message}\n`);
}

async function run(schemathesis: string): Promise<number> {
  const cwd = mkdtempSync(path.join(tmpdir(), 'skein-schemathesis-'));
  const config = { server: { rate: { perSecond: 100_000, burst: 100_000 } } };
  writeFileSync(path.join(cwd, 'skein.config.json'), JSON.stringify(config));
  const command = [program, 'keys', 'create', '--scope', 'admin'];
  const made = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' });
  const key = made.stdout.trim();
  const server = await serveProcess([program, 'serve', '--port', '0', '--json', '--log', 'json'], {
    cwd,
  });
  try {
    await fill(server.url, key);
    const target = { schemathesis, url: server.url, key };
    const first = await test(target, ['--exclude-path-regex', `${endless}|${closing}`]);
    const last = await test(target, ['--include-path-regex', closing]);
    return first || last;
  } finally {
    const bugs = server.stderr().match(/^\{.*"level":"error".*$/gm) ?? [];
    for (const bug of bugs) process.stdout.write(`${bug}\n`);
    await server.stop();
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Something that can be found, run and answered. */
async function fill(url: string, key: string): Promise<void> {
  const client = new RawClient({ url, key });
  for (const template of ['hello', 'contract-approvals', 'mail-digest', 'newsroom']) {
    const body = JSON.stringify({ template });
    const saved = await client.request('POST', '/api/v1/workflows/from-template', body);
    const { id } = JSON.parse(saved.body) as { readonly id: string };
    await client.request('POST', `/api/v1/workflows/${id}/run`, '{}');
  }
  client.close();
}

interface Target {
  readonly schemathesis: string;
  readonly url: string;
  readonly key: string;
}

async function test(
  { schemathesis, url, key }: Target,
  selection: readonly string[],
): Promise<number> {
  const given = [
    ['run', `${url}/api/v1/openapi.json`, '--header', `Authorization: Bearer ${key}`],
    ['--checks', checks.join(','), '--max-examples', examples, '--seed', seed],
    ['--phases', 'examples,coverage,fuzzing,stateful', '--generation-database', 'none'],
    selection,
  ].flat();
  const child = spawn(schemathesis, given, {
    stdio: 'inherit',
    cwd: tmpdir(),
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}
