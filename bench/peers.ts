// npm run bench:peers -- --harness DIR [--write] [-- options of the harness]
// Puts Skein's adapter into a copy of the harness that measures the peers and runs it there, so that all systems are
// measured on the same work in the same run. With --write the figures go into BENCHMARKS.md.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { peersText, withPeers, type PeerRow, type PeerSystem } from './peers-table.ts';

const { values, positionals } = parseArgs({
  options: { harness: { type: 'string' }, write: { type: 'boolean', default: false } },
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
// Its packages are gigabytes: a link is enough.
const packages = path.resolve(harness, 'node_modules');
cpSync(harness, copy, {
  recursive: true,
  filter: (source) => path.resolve(source) !== packages,
});
rmSync(path.join(copy, 'node_modules'), { recursive: true, force: true });
if (existsSync(packages)) symlinkSync(packages, path.join(copy, 'node_modules'));
cpSync(path.join(import.meta.dirname, 'adapters'), path.join(copy, 'adapters'), {
  recursive: true,
});
const figures = path.join(copy, 'results', 'skein.json');
const { status } = spawnSync(process.execPath, ['run.mjs', '--out', figures, ...positionals], {
  cwd: copy,
  stdio: 'inherit',
  env: { ...process.env, SKEIN_ROOT: root },
});
if (status === 0 && values.write === true) await writeFigures();
process.exit(status ?? 1);

async function writeFigures(): Promise<void> {
  const results = JSON.parse(readFileSync(figures, 'utf8')) as Results;
  // The harness summarises its own figures.
  const { summarize } = (await import(path.join(copy, 'run.mjs'))) as {
    summarize: (results: Results) => readonly PeerRow[];
  };
  const { date, node, cores, rounds, versions, systems } = results.meta;
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const about =
    `${date.slice(0, 10)}, Node ${node.slice(1)}, ${cores} cores, medians of ${rounds} interleaved rounds, in the harness's ` +
    `units (µs per step, node, turn or run; ms for W6).${peers.length > 0 ? ` ${peers.join(', ')}.` : ''}`;
  const file = path.join(import.meta.dirname, 'BENCHMARKS.md');
  const text = `${about}\n\n${peersText(summarize(results), systems)}`;
  writeFileSync(file, withPeers(readFileSync(file, 'utf8'), text));
}

interface Results {
  readonly meta: {
    readonly date: string;
    readonly node: string;
    readonly cores: number;
    readonly rounds: number;
    readonly versions: { readonly [name: string]: string };
    readonly systems: readonly PeerSystem[];
  };
}
