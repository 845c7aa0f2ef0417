// npm run bench:start [-- ROUNDS]
// From the start of a process to its first finished run, with the package as users install it. The floor is the same Node with
// nothing to do. Rounds are the outer loop; each figure is the median over rounds, of the wall clock and of the CPU.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { packPackage } from '@skein/testkit';
import { installPackage, writeFiles } from '../packages/skein/test/package/installed-package.ts';

const library = `import { createEngine } from 'skein';
const engine = await createEngine();
const flow = await engine.workflows.save({ skein: 1, id: 'one', nodes: [
  { id: 'only', type: 'transform', config: { value: 1 } } ], edges: [] });
const { id } = await engine.runs.start(flow.id);
const { status } = await engine.runs.finished(id);
process.exit(status === 'completed' ? 0 : 1);
`;
const usage = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeFileSync('usage.txt', String((user + system) / 1000));
});
`;
const definition =
  '{"skein":1,"id":"one","nodes":[{"id":"only","type":"transform","config":{"value":1}}],"edges":[]}';
// Outside of a test run there is no packed file to share.
const packed = await packPackage();
const { folder, remove } = await installPackage([], { packed: packed.url });
try {
  writeFiles(folder, {
    'floor.mjs': 'process.exit(0);\n',
    'library.mjs': library,
    'flow.json': definition,
    'usage.cjs': usage,
  });
  const program = path.join(folder, 'node_modules/skein/bin/skein.mjs');
  const cells = [
    { name: 'floor: node FILE', command: ['floor.mjs'] },
    { name: 'library', command: ['library.mjs'] },
    { name: 'skein run FILE', command: [program, 'run', 'flow.json'] },
  ];
  const rounds = Number(process.argv[2] ?? 15);
  const figures = cells.map(() => [] as Figure[]);
  // One round that does not count: the command caches compiled code for the next time.
  for (let round = -1; round < rounds; round++) {
    for (const [i, { command }] of cells.entries()) {
      const figure = measure(command);
      if (round >= 0) figures[i]?.push(figure);
    }
  }
  process.stdout.write('| from start to first finished run | ms | ms of CPU |\n|---|---|---|\n');
  for (const [i, { name }] of cells.entries()) {
    const found = figures[i] ?? [];
    const wall = median(found.map(({ wallMs }) => wallMs));
    const cpu = median(found.map(({ cpuMs }) => cpuMs));
    process.stdout.write(`| ${name} | ${wall.toFixed(0)} | ${cpu.toFixed(0)} |\n`);
  }
} finally {
  remove();
  await packed.stop();
}

interface Figure {
  readonly wallMs: number;
  readonly cpuMs: number;
}

function measure(command: readonly string[]): Figure {
  const startedMs = performance.now();
  const { status } = spawnSync(process.execPath, ['--require', './usage.cjs', ...command], {
    cwd: folder,
  });
  const wallMs = performance.now() - startedMs;
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}.`);
  return { wallMs, cpuMs: Number(readFileSync(path.join(folder, 'usage.txt'), 'utf8')) };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}
