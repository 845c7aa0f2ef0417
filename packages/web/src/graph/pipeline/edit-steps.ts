// Steps of a pipeline
// A pipeline is an ordered list. Adding, moving, removing and changing steps, as values.
import { pipelineSteps } from '@skein/dialects';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { listAt, textAt, withKey } from '../own-keys.ts';

export type StepType = keyof typeof pipelineSteps;

export interface StepEntry {
  readonly type: StepType;
  readonly name: string;
  readonly description: string;
}

export const stepEntries: readonly StepEntry[] = Object.entries(pipelineSteps).map(
  // True because a literal without a spread has exactly the keys of its type.
  ([type, { name, summary }]) => ({ type: type as StepType, name, description: summary }),
);

export function stepsOf(definition: Json): readonly JsonObject[] {
  return isObject(definition) ? listAt(definition, 'steps').filter(isObject) : [];
}

export function stepType(step: JsonObject): string {
  return textAt(step, 'type') || textAt(step, 'step_type') || textAt(step, 'step_type_id');
}

export function addStep(
  definition: JsonObject,
  { step, at }: { readonly step: JsonObject; readonly at: number },
): JsonObject {
  const steps = listAt(definition, 'steps');
  return withKey(definition, 'steps', [...steps.slice(0, at), step, ...steps.slice(at)]);
}

export function removeStep(definition: JsonObject, index: number): JsonObject {
  const steps = listAt(definition, 'steps');
  return withKey(definition, 'steps', steps.toSpliced(index, 1));
}

/** The step at one place taken to another; the others keep their order. */
export function moveStep(
  definition: JsonObject,
  { from, to }: { readonly from: number; readonly to: number },
): JsonObject {
  const steps = listAt(definition, 'steps');
  const step = steps[from];
  if (step === undefined || from === to || to < 0 || to >= steps.length) return definition;
  return withKey(definition, 'steps', steps.toSpliced(from, 1).toSpliced(to, 0, step));
}

export function setStep(
  definition: JsonObject,
  { index, step }: { readonly index: number; readonly step: JsonObject },
): JsonObject {
  const steps = listAt(definition, 'steps');
  return withKey(
    definition,
    'steps',
    steps.map((old, at) => (at === index ? step : old)),
  );
}
