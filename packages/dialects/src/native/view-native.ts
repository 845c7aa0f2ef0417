// A run in native form
// What the kernel says about the run, with the name and the dialect of its workflow, which only the definition knows. A
// workflow without a name is called by its id.
import { runView, type JsonObject } from '@skein/kernel';
import type { ViewedRun } from '../dialect/dialect.ts';

export function viewNative({ graph, state, dialect }: ViewedRun): JsonObject {
  const name = graph.workflow.name ?? state.origin.workflow.id;
  return runView(graph, state, { name, dialect });
}
