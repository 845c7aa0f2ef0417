// How long the compiler takes for large graphs: `node bench/type-check.ts`
// Each size is compiled several times, in turn, with the types that the package ships, on one thread; its processor time counts, which a busy
// machine changes least: the least of all rounds, less that of a graph with one verb.
import process from 'node:process';
import { processCpuMs } from '@skein/testkit';
import { typedProject } from '../tools/typed-project.ts';
import { graphOfSize } from './type-check/graph-of-size.ts';

const sizes = [1, 100, 300, 1000];
const rounds = 5;

interface Measured {
  readonly seconds: number;
  readonly instantiations: number;
}

const project = typedProject('type-check');
try {
  const least = new Map<number, Measured>();
  for (let round = 0; round < rounds; round++) {
    for (const size of sizes) {
      project.write('graph.ts', graphOfSize(size));
      const measured = measure();
      const known = least.get(size);
      if (known === undefined || measured.seconds < known.seconds) least.set(size, measured);
    }
  }
  const base = least.get(1)?.seconds ?? 0;
  for (const [size, { seconds, instantiations }] of least) {
    const above = (seconds - base).toFixed(2);
    process.stdout.write(
      `${size} verbs: ${seconds.toFixed(2)} s, ${above} s above the base, ${instantiations} instantiations\n`,
    );
  }
} finally {
  project.remove();
}

function measure(): Measured {
  const beforeMs = processCpuMs(process.pid);
  const lines = project.compile('--extendedDiagnostics', '--singleThreaded');
  const seconds = (processCpuMs(process.pid) - beforeMs) / 1000;
  const failed = lines.find((line) => line.includes('error TS'));
  if (failed !== undefined) throw new Error(failed);
  const [, instantiations] = /^Instantiations:\s+(\d+)/m.exec(lines.join('\n')) ?? [];
  return { seconds, instantiations: Number(instantiations) };
}
