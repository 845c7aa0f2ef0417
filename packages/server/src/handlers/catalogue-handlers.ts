import type { AnswerOf, JsonObject } from '@skein/api';
import { stepTypes, triggerTypes } from '../features/pipelines/pipeline-types.ts';
import type { HandlersOf } from './handler.ts';

export const catalogueHandlers: HandlersOf<'catalogue'> = {
  listNodeTypes: async ({ services }) => ({
    body: whole<'listNodeTypes'>(await services.catalogue.nodeTypes()),
  }),
  listFunctions: async ({ services }) => ({
    body: whole<'listFunctions'>(await services.catalogue.functions()),
  }),
  listStepTypes: () => ({ body: { items: [...stepTypes], nextCursor: null } }),
  listTriggerTypes: () => ({ body: { items: [...triggerTypes], nextCursor: null } }),
  listModels: async ({ services }) => ({
    body: whole<'listModels'>(await services.catalogue.models()),
  }),
  listTools: async ({ identity, services }) => ({
    body: whole<'listTools'>(await services.catalogue.tools(identity.owner)),
  }),
  listTemplates: async ({ services }) => {
    const templates = await services.catalogue.templates();
    return { body: { items: templates.map((template) => ({ ...template })), nextCursor: null } };
  },
};

/** A list that fits on one page. */
function whole<Name extends 'listNodeTypes' | 'listFunctions' | 'listModels' | 'listTools'>(
  items: readonly JsonObject[],
): AnswerOf<Name> {
  // The host's catalogue has records of this form; tests check every answer against its schema.
  return { items: [...items], nextCursor: null } as unknown as AnswerOf<Name>;
}
