import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import type { Identity } from '../../identity/identity.ts';

/** A pipeline's view of a run with its user, who is known here, whatever the definition says about itself. */
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
