import type { RunRecord } from '@skein/ports';
import { graphsInForce, type Graph, type RunEvent, type RunId } from '@skein/kernel';
import { readSource } from '../forks/fork-run.ts';
import { listAll } from '../../state/records/list-all.ts';
import type { Ports } from '../../engine-ports.ts';
import { earlierGraphs } from '../../state/definitions/earlier-graphs.ts';
import type { Definitions } from '../../state/definitions/known-workflow.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';

/** What is needed to read journals. */
export type JournalRuntime = Definitions & Ports<'store'>;

/** One run of a tree, as its journal has it. */
export interface TreeRun {
  /** The path to it from the requested run: `each#1/0`, further levels separated by a slash; empty for itself. */
  readonly path: string;
  readonly record: RunRecord;
  readonly workflow: KnownWorkflow;
  readonly rows: readonly RunEvent[];
  /** The graph of the version that was in force at each row: a run that was moved or mended has asked by several. */
  readonly graphs: readonly Graph[];
  /** What it has gone back behind, when it was resumed. */
  readonly undone: readonly RunEvent[];
}

/** The run and the runs below it, each after the one above it. */
export async function readTree(runtime: JournalRuntime, run: RunId): Promise<readonly TreeRun[]> {
  const found = [await readOne(runtime, run, '')];
  for (const { record, path } of found) {
    for (const child of await listAll(runtime, { parent: record.id })) {
      const step = child.parent?.path ?? '';
      found.push(await readOne(runtime, child.id, path === '' ? step : `${path}/${step}`));
    }
  }
  return found;
}

async function readOne(runtime: JournalRuntime, run: RunId, path: string): Promise<TreeRun> {
  const { record, workflow, rows, undone } = await readSource(runtime, run);
  const earlier = await earlierGraphs(runtime, record, rows);
  const graphs = graphsInForce(workflow.graph, rows, earlier);
  return { path, record, workflow, rows, graphs, undone };
}

/** Whether an id was made in one of these runs: by the host for an event, or by the kernel, which counts in its last digits. */
export function ownIds(tree: readonly TreeRun[]): (id: string) => boolean {
  const ids = new Set<string>();
  for (const { record, rows } of tree) {
    ids.add(withoutCount(record.id));
    for (const { id } of rows) ids.add(withoutCount(id));
  }
  return (id) => ids.has(withoutCount(id.toLowerCase()));
}

const countedDigits = 5;

function withoutCount(id: string): string {
  return id.slice(0, -countedDigits);
}
