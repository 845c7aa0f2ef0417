// How long the compiler takes for large graphs: `node bench/type-check.ts`
// Each size is compiled several times with the types that the package ships; the fastest counts, less that of a graph with one verb.
import process from 'node:process';
import { typedProject } from '../tools/typed-project.ts';
import { graphOfSize } from './type-check/graph-of-size.ts';

const sizes = [1, 100, 300, 1000];
const rounds = 5;

const project = typedProject('type-check');
try {
  let base = 0;
  for (const size of sizes) {
    project.write('graph.ts', graphOfSize(size));
    const measured = Array.from({ length: rounds }, measure);
    const seconds = Math.min(...measured.map((each) => each.seconds));
    if (size === 1) base = seconds;
    const above = (seconds - base).toFixed(2);
    process.stdout.write(
      `${size} verbs: ${seconds.toFixed(2)} s, ${above} s above the base, ${measured[0]?.instantiations} instantiations\n`,
    );
  }
} finally {
  project.remove();
}

function measure(): { readonly seconds: number; readonly instantiations: number } {
  const lines = project.compile('--extendedDiagnostics');
  const failed = lines.find((line) => line.includes('error TS'));
  if (failed !== undefined) throw new Error(failed);
  const numberOf = (name: string) =>
    Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(lines.join('\n'))?.[1]);
  return { seconds: numberOf('Total time'), instantiations: numberOf('Instantiations') };
}
