import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { Identity } from '../../identity/identity.ts';
import type { WorkflowInstanceModel } from '../pipelines/pipeline-records.ts';

/** A run as an instance of a workflow. */
export async function instanceOf(
  { runs }: Pick<Engine, 'runs'>,
  identity: Identity,
  run: string,
): Promise<WorkflowInstanceModel> {
  const view = await runs.view(run, 'pipeline');
  // The view of the dialect has this form.
  return withOwner(view, identity) as unknown as WorkflowInstanceModel;
}

/** Whose runs they are is known here, whatever the definition says about itself. */
export function withOwner(view: JsonObject, { user }: Identity): JsonObject {
  const steps = ownValue(view, 'step_instances');
  if (!Array.isArray(steps)) return view;
  return {
    ...view,
    user_id: user,
    step_instances: (steps as readonly Json[]).map((step) =>
      isObject(step) ? { ...step, user_id: user } : step,
    ),
  };
}
