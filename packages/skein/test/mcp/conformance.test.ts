// Goal: nobody notices by chance that our side of the protocol has changed. Method: the conformance suite, in both releases, against a real
// server and a real client; what does not pass is exactly what docs/mcp.md says.
import { execFile, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { hostFile } from '@skein/testkit';
import { expect, it, onTestFinished } from 'vitest';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const docs = readFileSync(here('../../../../docs/mcp.md'), 'utf8');
const releases = [
  { name: '@modelcontextprotocol/conformance', version: '0.1.16' },
  { name: 'mcp-conformance-next', version: '0.2.0-alpha.12' },
] as const;

async function suite(release: string, args: readonly string[]): Promise<string> {
  const main = createRequire(import.meta.url).resolve(`${release}/package.json`);
  const program = path.join(path.dirname(main), 'dist', 'index.js');
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { maxBuffer: 50_000_000 }, (_, stdout, stderr) =>
      done(`${stdout}${stderr}`),
    );
  });
}

/** The scenarios of a table in docs/mcp.md that do not pass. */
function documented(side: string, version: string): string[] {
  const [, table = ''] = docs.split(`<!-- conformance ${side} ${version} -->`);
  const rows = (table.split('<!-- end -->')[0] ?? '').matchAll(/^\| `([^`|]+)`/gm);
  return [...rows].map(([, name = '']) => name).toSorted();
}

for (const { name, version } of releases)
  it(`[X2524] the server passes ${version}, but for what is documented`, async () => {
    const child = fork(hostFile('packages/skein/test/mcp/conformance-server-main.ts'), {
      execArgv: [],
    });
    onTestFinished(() => void child.kill());
    const url = await new Promise<unknown>((done) => child.once('message', done));
    const said = await suite(name, ['server', '--url', `${String(url)}/mcp`, '--suite', 'all']);
    const [, summary = ''] = said.split('=== SUMMARY ===');
    const failed = [...summary.matchAll(/^✗ (\S+):/gm)].map(([, each = '']) => each).toSorted();
    const passed = [...summary.matchAll(/^✓ (\S+):/gm)].length;
    expect(passed).toBeGreaterThan(15);
    expect(failed).toEqual(documented('server', version));
  });

/** One of each kind, because each starts a server of ours. `SKEIN_CONFORMANCE=all` runs every scenario. */
const some: Readonly<Record<string, readonly string[]>> = {
  '0.1.16': ['initialize', 'auth/metadata-var3'],
  '0.2.0-alpha.12': [
    'elicitation-sep1034-client-defaults',
    'sep-2322-client-request-state',
    'auth/scope-step-up',
    'auth/authorization-server-migration',
  ],
};

const isAll = process.env['SKEIN_CONFORMANCE'] === 'all';
/** All of them take about ten minutes. */
const limits = isAll ? { timeout: 3_600_000, retry: 0 } : {};

async function clientScenarios(release: string): Promise<readonly string[]> {
  const [, listed = ''] = (await suite(release, ['list'])).split('Client scenarios');
  const [own = ''] = listed.split(/^Authorization server/m);
  return [...own.matchAll(/^ {2}- (\S+)/gm)].map(([, scenario = '']) => scenario);
}

for (const { name, version } of releases)
  it(`[X2759] the client passes ${version}, but for what is documented`, limits, async () => {
    const scenarios = isAll ? await clientScenarios(name) : (some[version] ?? []);
    const command = `${process.execPath} ${hostFile('packages/skein/test/mcp/conformance-client-main.ts')}`;
    const failed: string[] = [];
    for (const scenario of scenarios) {
      const wanted = ['--command', command, '--scenario', scenario, '--timeout', '240000'];
      const said = await suite(name, ['client', ...wanted]);
      if (!/^Passed: (\d+)\/\1, 0 failed/m.test(said)) failed.push(scenario);
    }
    expect(scenarios.length).toBeGreaterThan(1);
    expect(failed.toSorted()).toEqual(isAll ? documented('client', version) : []);
  });
