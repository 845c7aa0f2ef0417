// Edits of a pipeline, as the API offers them
// By the ids of the steps, with unique names. The list itself is edited by the dialect.
import {
  insertStep,
  ownValue,
  placeOfStep,
  removeStep,
  replaceStep,
  stepsOf,
  type JsonObject,
} from '@skein/api';
import { EngineError } from '@skein/ports';

/** At a position, or at the end (-1). */
export function addStep(
  definition: JsonObject,
  { step, position }: { readonly step: JsonObject; readonly position: number },
): JsonObject {
  checkName(stepsOf(definition), step);
  return insertStep(definition, {
    step,
    at: position === -1 ? Number.POSITIVE_INFINITY : position,
  });
}

/** A first version of a step: all that its type needs, empty. */
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
  const at = placeOf(definition, id);
  const steps = stepsOf(definition);
  const before = steps.find((each) => idOf(each) === id);
  const step = { ...before, ...fields };
  checkName(
    steps.filter((each) => each !== before),
    step,
  );
  return replaceStep(definition, { step, at });
}

export function deleteStep(definition: JsonObject, id: string): JsonObject {
  return removeStep(definition, placeOf(definition, id));
}

/** Throws unless the ids are exactly those of the steps. */
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

function placeOf(definition: JsonObject, id: string): number {
  const place = placeOfStep(definition, id);
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
