// `npm run schemathesis [-- EXAMPLES [SEED]]`
// Schemathesis generates valid and invalid requests from the OpenAPI document of a running server, and checks the answers against it: no
// 5xx, no undocumented status and no undocumented body. It comes from PyPI into a folder of its own; without Python this is skipped.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { RawClient, serveProcess } from '@skein/testkit';

const wanted = 'schemathesis==4.32.5';
const [examples = '10', seed = '1'] = process.argv.slice(2);
const root = path.dirname(import.meta.dirname);
const environment = path.join(root, 'node_modules/.cache', wanted.replace('==', '-'));
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

const missing = install();
if (missing === null) process.exitCode = await run();
else process.stdout.write(`skipped: ${missing}\n`);

/** Says why it is not available. */
function install(): string | null {
  if (existsSync(path.join(environment, 'bin/schemathesis'))) return null;
  const python = spawnSync('python3', ['--version'], { encoding: 'utf8' });
  if (python.status !== 0)
    return 'Schemathesis needs Python 3.10 or newer, and there is no python3.';
  process.stderr.write(`Installing ${wanted} …\n`);
  const steps = [
    ['python3', '-m', 'venv', environment],
    [path.join(environment, 'bin/pip'), 'install', '--quiet', wanted],
  ];
  for (const [command = '', ...given] of steps) {
    const { status, stderr } = spawnSync(command, given, { encoding: 'utf8' });
    if (status === 0) continue;
    rmSync(environment, { recursive: true, force: true });
    return `${wanted} cannot be installed with ${python.stdout.trim()}: ${stderr.trim()}`;
  }
  return null;
}

async function run(): Promise<number> {
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
    const first = await test(server.url, key, ['--exclude-path-regex', `${endless}|${closing}`]);
    const last = await test(server.url, key, ['--include-path-regex', closing]);
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

async function test(url: string, key: string, selection: readonly string[]): Promise<number> {
  const given = [
    ['run', `${url}/api/v1/openapi.json`, '--header', `Authorization: Bearer ${key}`],
    ['--checks', checks.join(','), '--max-examples', examples, '--seed', seed],
    ['--phases', 'examples,coverage,fuzzing,stateful', '--generation-database', 'none'],
    selection,
  ].flat();
  const child = spawn(path.join(environment, 'bin/schemathesis'), given, {
    stdio: 'inherit',
    cwd: tmpdir(),
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}
