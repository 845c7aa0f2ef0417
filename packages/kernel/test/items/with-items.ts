// Runs under the rules that have lists of items.
import {
  RULES,
  runId,
  versionId,
  workflowId,
  type Json,
  type Workflow,
  type WorkflowNode,
} from '@skein/kernel';
import { play, type Player } from '../run/play.ts';

export function started(
  workflow: Omit<Workflow, 'skein'>,
  input?: Json,
  rules: number = RULES,
): Player {
  return play(workflow).send({
    type: 'run.started',
    run: runId('run-1'),
    workflow: { id: workflowId('w'), version: versionId('v') },
    rules,
    ...(input === undefined ? {} : { input }),
  });
}

/** Computes a value for every item of what came over the edge. */
export function perItem(
  id: string,
  value: Json,
  each: NonNullable<WorkflowNode['each']> = '${previous}',
): WorkflowNode {
  return { id, type: 'transform', config: { value }, each };
}
