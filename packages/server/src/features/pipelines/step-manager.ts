import type { JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { Caller } from '../workflows/caller.ts';
import { orNull } from '../../values/or-null.ts';
import type { StepModel, StepType } from './pipeline-records.ts';
import {
  createStep,
  deleteOwnStep,
  ownStep,
  toStep,
  updateStep,
} from '../workflows/step-operations.ts';

/** Pipeline steps of one type, in pipelines and on their own. */
export interface StepManager<Model extends StepModel> {
  get(uuid: string, userId: string): Promise<Model | null>;
  /** In its pipeline too; the id says which step. */
  save(model: Model, userId: string): Promise<Model>;
  /** Also removes it from its pipeline. */
  delete(uuid: string, userId: string): Promise<void>;
}

export interface StepManagerWithCreate<Model extends StepModel> extends StepManager<Model> {
  /** A step that is not part of a pipeline. */
  readonly make: (
    step: { readonly name: string; readonly fields: JsonObject },
    userId: string,
  ) => Promise<Model>;
}

export function stepManager<Model extends StepModel>(
  type: StepType,
  callerFor: (userId: string) => Caller,
): StepManagerWithCreate<Model> {
  async function ownOfType(uuid: string, userId: string): Promise<Model> {
    const step = await ownStep(callerFor(userId), uuid);
    if (step.type !== type) throw new EngineError('NOT_FOUND', { what: 'step', id: uuid });
    // The record holds the fields of this type.
    return toStep(step) as unknown as Model;
  }

  return {
    // The new step has this type.
    make: async (step, userId) =>
      (await createStep(callerFor(userId), { type, ...step })) as unknown as Model,
    get: (uuid, userId) => orNull(() => ownOfType(uuid, userId)),
    async save(model, userId) {
      await ownOfType(model.uuid, userId);
      const said = fieldsOf(model);
      return (await updateStep(callerFor(userId), model.uuid, said)) as unknown as Model;
    },
    async delete(uuid, userId) {
      await ownOfType(uuid, userId);
      await deleteOwnStep(callerFor(userId), uuid);
    },
  };
}

const readonlyFields = new Set(['uuid', 'user_id', 'type', 'name', 'created_at', 'updated_at']);

/** The fields that callers may set: not the owner, the type or the times. */
function fieldsOf(model: StepModel): { readonly name: string; readonly fields: JsonObject } {
  const entries = Object.entries(model).filter(([key]) => !readonlyFields.has(key));
  return { name: model.name, fields: Object.fromEntries(entries) as JsonObject };
}
