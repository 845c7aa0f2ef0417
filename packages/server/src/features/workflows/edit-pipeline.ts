// Changes of a pipeline
// Each takes a definition and gives a new one. What a change leaves incomplete is for the diagnostics to say.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';

export function stepsOf(definition: JsonObject): readonly JsonObject[] {
  const steps = ownValue(definition, 'steps');
  return Array.isArray(steps) ? (steps as readonly Json[]).filter((step) => isObject(step)) : [];
}

export function addStep(
  definition: JsonObject,
  { step, position }: { readonly step: JsonObject; readonly position: number },
): JsonObject {
  const steps = stepsOf(definition);
  checkName(steps, step);
  const place = position === -1 ? steps.length : Math.min(position, steps.length);
  return { ...definition, steps: steps.toSpliced(place, 0, step) };
}

/** A first version of a step: everything that its type needs, with nothing in it. */
export function newStep(
  type: string,
  given: { readonly uuid: string; readonly name: string; readonly fields: JsonObject },
): JsonObject {
  const { uuid, name, fields } = given;
  const content =
    type === 'stop_checker'
      ? { stop_conditions: [] }
      : {
          model: '',
          system_prompt: '',
          ...(type === 'custom_agent' ? { tools: {} } : {}),
        };
  return { uuid, type, name, description: '', ...content, ...fields };
}

export function changeStep(
  definition: JsonObject,
  { id, fields }: { readonly id: string; readonly fields: JsonObject },
): JsonObject {
  const steps = stepsOf(definition);
  const place = placeOf(steps, id);
  const changed = { ...steps[place], ...fields };
  checkName(steps.toSpliced(place, 1), changed);
  return { ...definition, steps: steps.with(place, changed) };
}

export function deleteStep(definition: JsonObject, id: string): JsonObject {
  const steps = stepsOf(definition);
  return { ...definition, steps: steps.toSpliced(placeOf(steps, id), 1) };
}

/** Throws when the ids are not exactly those of the steps. */
export function orderSteps(definition: JsonObject, ids: readonly string[]): JsonObject {
  const byId = new Map(stepsOf(definition).map((step) => [idOf(step), step]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  const isSame = ids.length === byId.size && new Set(ids).size === ids.length;
  if (isSame && ordered.length === byId.size) return { ...definition, steps: ordered };
  const message = 'must name every step of the workflow once';
  throw new EngineError('REQUEST_INVALID', {
    complaints: [{ in: 'body', pointer: '/ordered_step_uuids', message }],
  });
}

function placeOf(steps: readonly JsonObject[], id: string): number {
  const place = steps.findIndex((step) => idOf(step) === id);
  if (place === -1) throw new EngineError('NOT_FOUND', { what: 'step', id });
  return place;
}

function idOf(step: JsonObject): string {
  const id = ownValue(step, 'uuid');
  return typeof id === 'string' ? id : '';
}

function checkName(others: readonly JsonObject[], step: JsonObject): void {
  const name = ownValue(step, 'name');
  if (typeof name !== 'string' || !others.some((each) => ownValue(each, 'name') === name)) return;
  throw new EngineError('NAME_TAKEN', { what: 'step', name });
}
