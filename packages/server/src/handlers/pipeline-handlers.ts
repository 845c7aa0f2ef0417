import type { JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import { changeStep, deleteStep, orderSteps } from '../features/workflows/edit-pipeline.ts';
import {
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
    const { type, step_type: other, name, position, ...fields } = asked.body;
    const chosen = type ?? other;
    if (chosen === undefined) {
      const complaints = [{ in: 'body', pointer: '/type', message: 'is required' }];
      throw new EngineError('REQUEST_INVALID', { complaints });
    }
    const step = { type: chosen, name, position, fields: fields as JsonObject };
    return { body: await addNewStep(asked, asked.params.id, step) };
  },
  orderSteps: async (asked) => ({
    body: await editPipeline(asked, asked.params.id, (definition) =>
      orderSteps(definition, asked.body.ordered_step_uuids),
    ),
  }),
  putStep: async (asked) => ({
    body: await editPipeline(asked, asked.params.id, (definition) =>
      changeStep(definition, { id: asked.params.step, fields: asked.body as JsonObject }),
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
    const fields = rest as JsonObject;
    const changed = name === undefined ? { fields } : { name, fields };
    return { body: await updateStep(asked, asked.params.id, changed) };
  },
  async removeStep(asked) {
    await deleteOwnStep(asked, asked.params.id);
    return { body: undefined };
  },
};
