// Large values through a chain on SQLite: what is stored, what is written to get there, and the processor time of a step.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import process from 'node:process';
import { createEngine } from 'skein';
import { functionNode } from '../workloads/definitions.ts';
import { benchFile } from '../workloads/durable-rows.ts';
import { must } from '../workloads/workload.ts';

export interface LargeChain {
  readonly steps: number;
  /** Of the value that each step returns. */
  readonly bytes: number;
  /** Whether each step returns a value of its own, and not the one that it was given. */
  readonly isNew: boolean;
}

export interface LargeFigures {
  /** The size of the file that one run adds to. */
  readonly storedBytes: number;
  readonly cpuMsPerStep: number;
}

export async function measureLarge({ steps, bytes, isNew }: LargeChain): Promise<LargeFigures> {
  const file = benchFile();
  let made = 0;
  const engine = await createEngine({
    store: `sqlite:${file}`,
    functions: {
      first: () => 'x'.repeat(bytes),
      pass: (args) => {
        const { input } = args as { readonly input: string };
        return isNew ? `${++made} ${input}`.slice(0, bytes) : input;
      },
    },
  });
  try {
    const nodes = Array.from({ length: steps }, (_, i) =>
      functionNode(`n${i}`, i === 0 ? 'first' : 'pass'),
    );
    const edges = nodes.slice(1).map(({ id }, i) => ({ from: `n${i}`, to: id }));
    const { id } = await engine.workflows.save({ skein: 1, nodes, edges });
    const before = sizeOf(file);
    const begun = process.cpuUsage();
    const run = await engine.runs.start(id);
    const { status } = await engine.runs.finished(run.id);
    must(status === 'completed', `a chain of ${steps} with ${bytes} bytes`);
    const { user, system } = process.cpuUsage(begun);
    return {
      storedBytes: sizeOf(file) - before,
      cpuMsPerStep: (user + system) / 1000 / steps,
    };
  } finally {
    await engine.close();
  }
}

/** With everything in it that was committed. */
function sizeOf(file: string): number {
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  return statSync(file).size;
}
