// A run in native form
// What the kernel says about the run, with the name and the dialect of its workflow, which only the definition knows.
import { ownValue, runView, type JsonObject } from '@skein/kernel';
import type { ViewedRun } from '../dialect.ts';

export function viewNative({ graph, state, dialect }: ViewedRun): JsonObject {
  const view = runView(graph, state);
  const name = graph.workflow.name ?? null;
  return { ...view, workflow: { ...(ownValue(view, 'workflow') as JsonObject), name, dialect } };
}
