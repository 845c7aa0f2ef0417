// Rows of workflow instances and step instances
// The same as the view shows, in the columns of the original tables: what those have no column for is in `details`. A row of
// a step is written when the step is activated, when it starts and when it ends.
import { ownValue, toIsoTime, type Json, type JsonObject, type RunState } from '@skein/kernel';
import type { ProjectedRow, Projection } from '../../dialect/projection.ts';
import { outputData } from './output-data.ts';
import { StepFollower } from './step-executions.ts';
import type { StepExecution } from './step-execution.ts';
import { stepInstance } from './step-instance.ts';
import { instanceStatus } from './view-pipeline.ts';

export const pipelineProjection: Projection = {
  tables: ['workflow_instances', 'workflow_step_instances'],
  begin(graph) {
    const steps = new StepFollower(graph);
    let state: RunState | null = null;
    let status: string | null = null;
    return {
      take(moment) {
        steps.take(moment);
        ({ state } = moment);
      },
      rows() {
        if (state === null) return [];
        const changed = steps.takeChanged();
        const { run } = state.origin;
        const now = instanceStatus(state.status);
        if (changed.length === 0 && status === now) return [];
        const row = status === null ? newInstance(state) : instance(state);
        status = now;
        return [
          { table: 'workflow_instances', key: run, set: row },
          ...changed.map((execution) => stepRow(execution, run)),
        ];
      },
      dump: (pack) => ({ status, steps: steps.dump(pack) }),
      load(dumped, unpack) {
        // As `dump` wrote it.
        const known = dumped as { readonly status: string | null; readonly steps: Json };
        ({ status } = known);
        steps.load(known.steps, unpack);
      },
    };
  },
};

function instance({ status, updatedAt }: RunState): JsonObject {
  return { status: instanceStatus(status), updated_at: toIsoTime(updatedAt) };
}

function newInstance(state: RunState): JsonObject {
  const { workflow, input, inputId, createdAt } = state.origin;
  const hasInput = input !== undefined && inputId !== null;
  return {
    workflow_definition_uuid: workflow.id,
    trigger_output: hasInput ? outputData(inputId, input) : null,
    created_at: toIsoTime(createdAt),
    ...instance(state),
  };
}

/** Columns of their own; `user_id` is the store's business. */
const columns: ReadonlySet<string> = new Set([
  'uuid',
  'user_id',
  'workflow_instance_uuid',
  'status',
  'started_at',
  'finished_at',
  'output',
  'llm_definition_uuid',
  'agent_definition_uuid',
  'checker_definition_uuid',
  'step_definition_uuid',
]);

function stepRow(execution: StepExecution, run: string): ProjectedRow {
  const shown = stepInstance(execution, { run, userId: null });
  const { uuid, status, started_at: startedAt, finished_at: finishedAt } = shown;
  const output: Json = ownValue(shown, 'output') ?? null;
  const details = Object.entries(shown).filter(([key]) => !columns.has(key));
  return {
    table: 'workflow_step_instances',
    // It is always a text; see step-instance.ts.
    key: uuid as string,
    set: {
      workflow_instance_uuid: run,
      step_definition_uuid: execution.node.id,
      status: status ?? null,
      started_at: startedAt ?? null,
      finished_at: finishedAt ?? null,
      output_id: output === null ? null : ((output as JsonObject)['uuid'] ?? null),
      output,
      details: Object.fromEntries(details),
    },
  };
}
