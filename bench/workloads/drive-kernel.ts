// Runs a workflow on the kernel alone: results are made up on the spot, nothing is stored.
import {
  compileGraph,
  createRun,
  runId,
  transition,
  versionId,
  workflowId,
  type ExecuteEffect,
  type Graph,
  type Json,
  type NodeResult,
  type RunEvent,
  type Workflow,
} from '@skein/kernel';
import { must } from './workload.ts';

export type Answer = (effect: ExecuteEffect) => NodeResult;

export interface Drive {
  readonly answer: Answer;
  readonly input?: Json;
  /** Executions that are answered only when nothing else is left, newest first. */
  readonly isLate?: (node: string) => boolean;
}

const id = '01900000-0000-7000-8000-000000000000';
const at = 1_800_000_000_000;

export function compiled(workflow: Workflow): Graph {
  const { graph, diagnostics } = compileGraph(workflow);
  if (graph === null) throw new Error(JSON.stringify(diagnostics));
  return graph;
}

/** Drives one run to its end and returns how many nodes were executed. */
export function driveKernel(graph: Graph, { answer, input = null, isLate }: Drive): number {
  const state = createRun();
  const open: ExecuteEffect[] = [];
  const late: ExecuteEffect[] = [];
  let seq = 0;
  let steps = 0;
  const send = (event: RunEvent): void => {
    for (const effect of transition(graph, state, event).effects) {
      if (effect.type === 'execute') (isLate?.(effect.node) ? late : open).push(effect);
    }
  };
  const workflow = { id: workflowId('bench'), version: versionId('sha256:0') };
  send({ type: 'run.started', seq: ++seq, at, id, run: runId('r'), workflow, rules: 1, input });
  for (;;) {
    const effect = open.pop() ?? late.pop();
    if (effect === undefined) break;
    steps++;
    const { node, activation } = effect;
    const { value, ports } = answer(effect);
    const base = { type: 'node.completed', seq: ++seq, at, id, node, activation } as const;
    // Spreading would cost more than the transition.
    send(
      ports === undefined
        ? { ...base, value: value ?? null }
        : { ...base, value: value ?? null, ports },
    );
  }
  must(state.status === 'completed', `the run ended ${state.status}`);
  return steps;
}
