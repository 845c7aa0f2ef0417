// Editing the steps of a pipeline
// A pipeline is an ordered list. Each function takes a definition and returns a new one; whatever an edit leaves incomplete
// is for the diagnostics to report. Places count all entries of the list, also those that are not steps.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { textOf } from './read-steps.ts';

export function stepsOf(definition: Json): readonly JsonObject[] {
  return isObject(definition) ? entriesOf(definition).filter(isObject) : [];
}

export function stepType(step: JsonObject): string {
  return textOf(step, 'type') || textOf(step, 'step_type') || textOf(step, 'step_type_id');
}

/** The place of the step with this id; -1 when there is none. */
export function placeOfStep(definition: JsonObject, uuid: string): number {
  return entriesOf(definition).findIndex((each) => isObject(each) && textOf(each, 'uuid') === uuid);
}

/** Before the step at a place; past the last one, at the end. */
export function insertStep(
  definition: JsonObject,
  { step, at }: { readonly step: JsonObject; readonly at: number },
): JsonObject {
  return { ...definition, steps: entriesOf(definition).toSpliced(at, 0, step) };
}

export function removeStep(definition: JsonObject, at: number): JsonObject {
  return { ...definition, steps: entriesOf(definition).toSpliced(at, 1) };
}

/** The others keep their order. */
export function moveStep(
  definition: JsonObject,
  { from, to }: { readonly from: number; readonly to: number },
): JsonObject {
  const steps = entriesOf(definition);
  const step = steps[from];
  if (step === undefined || from === to || to < 0 || to >= steps.length) return definition;
  return { ...definition, steps: steps.toSpliced(from, 1).toSpliced(to, 0, step) };
}

export function replaceStep(
  definition: JsonObject,
  { step, at }: { readonly step: JsonObject; readonly at: number },
): JsonObject {
  return { ...definition, steps: entriesOf(definition).toSpliced(at, 1, step) };
}

function entriesOf(definition: JsonObject): readonly Json[] {
  const steps = ownValue(definition, 'steps');
  return Array.isArray(steps) ? (steps as readonly Json[]) : [];
}
