// The in-memory engine: the full path from a run's start to its output.
import { createEngine, type Json, type JsonObject, type WorkflowDefinition } from 'skein';
import { countUp, sum, work, type Counted } from './bodies.ts';
import { chain, fanOut, loop } from './definitions.ts';
import { must, type Workload, type Workloads } from './workload.ts';

function measured(
  unit: string,
  sizes: readonly number[],
  build: (size: number) => WorkflowDefinition,
  count: (output: JsonObject) => number,
): Workload {
  return {
    unit,
    sizes,
    prepare: async (size) => {
      const engine = await createEngine({
        functions: {
          countUp: (args) => countUp((args as { input: Counted }).input) as Promise<never>,
          pass: (args) => args as Json,
          work: (args) => work((args as { i: number }).i),
          sum: (args) => sum(Object.values(args as object) as { v: number }[]),
        },
      });
      const { id } = await engine.workflows.save(build(size));
      return async () => {
        const run = await engine.runs.start(id, { input: { count: 0 } });
        const { output, status } = await engine.runs.finished(run.id);
        must(status === 'completed' && count(output as JsonObject) === size, `${unit} ${size}`);
      };
    },
  };
}

export const engine: Workloads = {
  chain: measured('step', [100, 1000, 10_000], chain, (output) => Number(output.count)),
  'fan-out': measured('node', [1000], fanOut, (output) => Number(output.n)),
  loop: measured('turn', [10_000], loop, (output) => Number(output.count)),
};
