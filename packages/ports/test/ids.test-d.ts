// Ids of different kinds cannot be swapped. Compiled by `tsc -b`, never run: a line under `@ts-expect-error` that compiles is an
// error.
import {
  outputId,
  runId,
  versionId,
  waitId,
  workflowId,
  type Json,
  type NodeId,
  type OutputId,
  type PlainOr,
  type RunEvent,
  type RunId,
  type VersionId,
  type WaitId,
  type WorkflowId,
} from '@skein/kernel';
import type { NodeCall, RunRecord, Store, WaitRecord } from '@skein/ports';

declare const ids: {
  readonly run: RunId;
  readonly wait: WaitId;
  readonly workflow: WorkflowId;
  readonly version: VersionId;
  readonly output: OutputId;
  readonly node: NodeId;
  readonly text: string;
};
const { run, wait, workflow, version, output, node, text } = ids;

/** Every id is text, and JSON. */
export const texts: readonly string[] = [run, wait, workflow, version, output, node];
export const json: Json = { run, wait, node };

/** Text becomes an id by its maker only; an id of another kind never does. */
export const made: readonly RunId[] = [
  run,
  runId(text),
  runId(run),
  // @ts-expect-error Nobody has said that this text is the id of a run.
  text,
  // @ts-expect-error It is the id of a wait.
  runId(wait),
  // @ts-expect-error It is the id of a node.
  runId(node),
];
// @ts-expect-error It is the id of a run.
waitId(run);
// @ts-expect-error It is the id of a version.
workflowId(version);
// @ts-expect-error It is the id of a workflow.
versionId(workflow);
// @ts-expect-error It is the id of a wait.
outputId(wait);

/** A node may be named by any text, but not by an id of another kind. */
declare function isNode(id: NodeId): void;
isNode(node);
isNode(text);
isNode('review');
// @ts-expect-error It is the id of a run.
isNode(run);
// @ts-expect-error It is the id of a wait.
isNode(wait);

declare function isRun(id: PlainOr<RunId>): void;
isRun(run);
isRun(text);
// @ts-expect-error It is the id of a wait.
isRun(wait);
// @ts-expect-error It is the id of a node.
isRun(node);

export async function stores(store: Store, record: RunRecord, asked: WaitRecord): Promise<void> {
  await store.runs.get(asked.run);
  await store.waits.get(asked.id);
  // @ts-expect-error A wait is not a run.
  await store.runs.get(asked.id);
  // @ts-expect-error A run is not a wait.
  await store.waits.get(record.id);
  // @ts-expect-error A store is asked for ids, not for text.
  await store.runs.load(text);
  // @ts-expect-error The workflow comes first, its version second.
  await store.definitions.get(record.workflow.version, record.workflow.id);
  // @ts-expect-error A node is not a run.
  await store.keptEvents.list(asked.node);
  // @ts-expect-error A workflow is not a run.
  await store.budgets.get(record.workflow.id);
  // @ts-expect-error A wait is not a run.
  await store.leases.claim(asked.id, 'owner', 0);
  // @ts-expect-error A wait is not a run.
  await store.inbox.put({ id: 'command', run: asked.id, command: null });
  await store.waits.list({ run: text, node: text });
  // @ts-expect-error A node is not a run.
  await store.waits.list({ run: asked.node });
  // @ts-expect-error A run is not a workflow.
  await store.runs.list({ workflow: record.id });
}

export function calls(call: NodeCall): readonly RunId[] {
  // @ts-expect-error The node is not a run.
  return [call.run, call.root, call.node];
}

const base = { seq: 1, at: 0, id: text };
export const events: readonly RunEvent[] = [
  { ...base, type: 'wait.expired', wait },
  { ...base, type: 'node.retried', node: 'review', activation: 1 },
  // @ts-expect-error A run is not a wait.
  { ...base, type: 'wait.expired', wait: run },
  // @ts-expect-error A wait is not a node.
  { ...base, type: 'node.retried', node: wait, activation: 1 },
];
