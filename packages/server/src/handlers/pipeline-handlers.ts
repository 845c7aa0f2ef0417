import type { JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import { changeStep, deleteStep, orderSteps } from '../features/workflows/edit-pipeline.ts';
import {
  addNewStep,
  createStep,
  editPipeline,
  ownStep,
  removeStep,
  toStep,
  updateStep,
} from '../features/workflows/step-operations.ts';
import { paging } from './account-handlers.ts';
import type { Handlers } from './handler.ts';
import { defined } from './run-handlers.ts';

type PipelineHandlers = Pick<
  Handlers,
  | 'addStep'
  | 'orderSteps'
  | 'putStep'
  | 'deleteStep'
  | 'listSteps'
  | 'createStep'
  | 'getStep'
  | 'changeStep'
  | 'removeStep'
>;

export const pipelineHandlers: PipelineHandlers = {
  async addStep(asked) {
    const { type, step_type: other, name, position, ...fields } = asked.body;
    const chosen = type ?? other;
    if (chosen === undefined) {
      const complaints = [{ in: 'body', pointer: '/type', message: 'is needed' }];
      throw new EngineError('REQUEST_INVALID', { complaints });
    }
    const step = { type: chosen, name, position, fields: plain(fields) };
    return { body: await addNewStep(asked, asked.params.id, step) };
  },
  orderSteps: async (asked) => ({
    body: await editPipeline(asked, asked.params.id, (definition) =>
      orderSteps(definition, asked.body.ordered_step_uuids),
    ),
  }),
  putStep: async (asked) => ({
    body: await editPipeline(asked, asked.params.id, (definition) =>
      changeStep(definition, { id: asked.params.step, fields: plain(asked.body) }),
    ),
  }),
  deleteStep: async (asked) => ({
    body: await editPipeline(asked, asked.params.id, (definition) =>
      deleteStep(definition, asked.params.step),
    ),
  }),
  async listSteps({ query, identity, services }) {
    const { type } = query;
    const page = await services.store.steps.list({
      user: identity.owner,
      ...paging(query),
      ...(type === undefined ? {} : { type }),
    });
    return { body: { items: page.items.map(toStep), nextCursor: page.nextCursor } };
  },
  async createStep(asked) {
    const { type, name, ...fields } = asked.body;
    return { body: await createStep(asked, { type, name, fields: plain(fields) }) };
  },
  getStep: async (asked) => ({ body: toStep(await ownStep(asked, asked.params.id)) }),
  async changeStep(asked) {
    const { name, ...fields } = asked.body;
    return { body: await updateStep(asked, asked.params.id, { name, fields: plain(fields) }) };
  },
  async removeStep(asked) {
    await removeStep(asked, asked.params.id);
    return { body: undefined };
  },
};

/** What a body says, as JSON: keys without a value are absent. */
function plain(fields: object): JsonObject {
  return defined(fields) as JsonObject;
}
