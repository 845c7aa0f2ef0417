// npm run bench:peers -- --harness DIR [-- options of the harness]
// Puts Skein's adapter into a copy of the harness that measures the peers and runs it there, so that all systems are
// measured on the same work in the same run.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { harness: { type: 'string' } },
  allowPositionals: true,
  strict: false,
});
const harness = values.harness;
if (typeof harness !== 'string' || !existsSync(path.join(harness, 'run.mjs'))) {
  process.stderr.write(
    'Say where the harness is: npm run bench:peers -- --harness DIR -- --only W1\n',
  );
  process.exit(2);
}
const root = path.join(import.meta.dirname, '..');
const copy = path.join(import.meta.dirname, 'results', 'peers');
mkdirSync(copy, { recursive: true });
cpSync(harness, copy, { recursive: true });
cpSync(path.join(import.meta.dirname, 'adapters'), path.join(copy, 'adapters'), {
  recursive: true,
});
const { status } = spawnSync(process.execPath, ['run.mjs', ...positionals], {
  cwd: copy,
  stdio: 'inherit',
  env: { ...process.env, SKEIN_ROOT: root },
});
process.exit(status ?? 1);
