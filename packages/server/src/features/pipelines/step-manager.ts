import type { JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { Caller } from '../workflows/save-workflow.ts';
import { orNull } from '../../values/or-null.ts';
import type { StepModel, StepType } from './pipeline-records.ts';
import {
  createStep,
  ownStep,
  removeStep,
  toStep,
  updateStep,
} from '../workflows/step-operations.ts';

/** Steps of one type, in pipelines and on their own. */
export interface StepManager<Model extends StepModel> {
  get(uuid: string, userId: string): Promise<Model | null>;
  /** In its pipeline too; the id says which one. */
  save(model: Model, userId: string): Promise<Model>;
  /** Takes it out of its pipeline too. */
  delete(uuid: string, userId: string): Promise<void>;
}

export interface StepManagerWithCreate<Model extends StepModel> extends StepManager<Model> {
  /** One that belongs to no pipeline. */
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
    // The table holds what steps of this type say.
    return toStep(step) as unknown as Model;
  }

  return {
    // What is made has the type that is asked for.
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
      await removeStep(callerFor(userId), uuid);
    },
  };
}

const notTheirs = new Set(['uuid', 'user_id', 'type', 'name', 'created_at', 'updated_at']);

/** What the caller may say of a step; whose it is, its type and its times are not among it. */
function fieldsOf(model: StepModel): { readonly name: string; readonly fields: JsonObject } {
  const entries = Object.entries(model).filter(([key]) => !notTheirs.has(key));
  return { name: model.name, fields: Object.fromEntries(entries) as JsonObject };
}
