// A run as a workflow instance
import {
  isObject,
  ownValue,
  toIsoTime,
  type Json,
  type JsonObject,
  type RunStatus,
  type Workflow,
} from '@skein/kernel';
import type { ViewedRun } from '../../dialect/dialect.ts';
import { outputData } from './output-data.ts';
import { stepExecutions } from './step-executions.ts';
import { stepInstance } from './step-instance.ts';

export function viewPipeline({ graph, state, journal, queued = [] }: ViewedRun): JsonObject {
  const { run, input, inputId } = state.origin;
  const userId = ownerOf(graph.workflow);
  const hasInput = input !== undefined && inputId !== null;
  return {
    uuid: run,
    user_id: userId,
    workflow_definition_uuid: state.origin.workflow.id,
    status: instanceStatus(state.status),
    trigger_output: hasInput ? outputData(inputId, input) : null,
    step_instances: stepExecutions(graph, journal, queued).map((execution) =>
      stepInstance(execution, { run, userId }),
    ),
    created_at: toIsoTime(state.origin.createdAt),
    updated_at: toIsoTime(state.updatedAt),
  };
}

/** Whose workflow it is, where its document says so. */
function ownerOf({ studio }: Workflow): Json {
  const source = ownValue(studio ?? {}, 'source') ?? null;
  const definition = isObject(source) ? (ownValue(source, 'definition') ?? null) : null;
  return isObject(definition) ? (ownValue(definition, 'user_id') ?? null) : null;
}

export function instanceStatus(status: RunStatus): string {
  switch (status) {
    case 'created':
      return 'running';
    // The run cannot continue: in this format that is a failure.
    case 'stalled':
      return 'failed';
    case 'running':
    case 'waiting':
    case 'completed':
    case 'stopped':
    case 'failed':
    case 'cancelled':
      return status;
  }
}
