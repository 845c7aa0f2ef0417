import { stepsOf, textAt, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import { changeStep, deleteStep, orderSteps } from '../features/workflows/edit-pipeline.ts';
import {
  addExistingStep,
  addNewStep,
  createStep,
  deleteOwnStep,
  editPipeline,
  ownStep,
  toStep,
  updateStep,
} from '../features/workflows/step-operations.ts';
import type { HandlersOf } from './handler.ts';

// Bodies come from JSON: optional keys are absent, never undefined. That makes the fields of a step plain JSON.
export const pipelineHandlers: HandlersOf<'pipeline'> = {
  async addStep(asked) {
    const { type, step_type: other, name, position, uuid, ...fields } = asked.body;
    const { id } = asked.params;
    const chosen = type ?? other;
    if (uuid !== undefined) {
      const isMore = chosen !== undefined || name !== undefined || Object.keys(fields).length > 0;
      if (isMore) throw refused('/uuid', 'names an existing step, which is added as it is');
      return { body: await addExistingStep(asked, id, { uuid, position }) };
    }
    if (chosen === undefined) throw refused('/type', 'is required');
    if (name === undefined) throw refused('/name', 'is required');
    const step = { type: chosen, name, position, fields: fields as JsonObject };
    return { body: await addNewStep(asked, id, step) };
  },
  orderSteps: async (asked) => ({
    body: await editPipeline(asked, asked.params.id, (definition) =>
      orderSteps(definition, asked.body.ordered_step_uuids),
    ),
  }),
  putStep: async (asked) => ({
    body: await editPipeline(asked, asked.params.id, (definition) =>
      changeStep(definition, {
        id: asked.params.step,
        fields: settable(asked.body as JsonObject, stepTypeIn(definition, asked.params.step)),
      }),
    ),
  }),
  deleteStep: async (asked) => ({
    body: await editPipeline(asked, asked.params.id, (definition) =>
      deleteStep(definition, asked.params.step),
    ),
  }),
  async listSteps({ query, identity, services }) {
    const page = await services.records.steps.list({ ...query, user: identity.owner });
    return { body: { items: page.items.map(toStep), nextCursor: page.nextCursor } };
  },
  async createStep(asked) {
    const { type, name, ...fields } = asked.body;
    return { body: await createStep(asked, { type, name, fields: fields as JsonObject }) };
  },
  getStep: async (asked) => ({ body: toStep(await ownStep(asked, asked.params.id)) }),
  async changeStep(asked) {
    const { name, ...rest } = asked.body;
    const { id } = asked.params;
    const fields = settable(rest as JsonObject, (await ownStep(asked, id)).type);
    const changed = name === undefined ? { fields } : { name, fields };
    return { body: await updateStep(asked, id, changed) };
  },
  async removeStep(asked) {
    await deleteOwnStep(asked, asked.params.id);
    return { body: undefined };
  },
};

const readOnly = new Set([
  'uuid',
  'user_id',
  'type',
  'generated_summary',
  'created_at',
  'updated_at',
  'diagnostics',
]);

/** What a caller may set of a step. A record that is sent back has more, which is ignored; another type is refused. */
function settable(body: JsonObject, type: string | undefined): JsonObject {
  const given = body['type'];
  if (given !== undefined && type !== undefined && given !== type) {
    throw refused('/type', `cannot be changed: the step is a ${type}`);
  }
  return Object.fromEntries(Object.entries(body).filter(([key]) => !readOnly.has(key)));
}

function stepTypeIn(definition: JsonObject, id: string): string | undefined {
  const step = stepsOf(definition).find(({ uuid }) => uuid === id);
  return step === undefined ? undefined : textAt(step, 'type');
}

function refused(pointer: string, message: string): EngineError {
  return new EngineError('REQUEST_INVALID', { complaints: [{ in: 'body', pointer, message }] });
}
