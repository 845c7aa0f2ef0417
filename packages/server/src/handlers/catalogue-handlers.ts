import type { AnswerOf, JsonObject } from '@skein/api';
import type { Handlers } from './handler.ts';
import { stepTypes, triggerTypes } from '../features/pipelines/pipeline-types.ts';

type CatalogueHandlers = Pick<
  Handlers,
  | 'listNodeTypes'
  | 'listStepTypes'
  | 'listTriggerTypes'
  | 'listModels'
  | 'listTools'
  | 'listTemplates'
>;

export const catalogueHandlers: CatalogueHandlers = {
  listNodeTypes: async ({ services }) => ({
    body: whole<'listNodeTypes'>(await services.catalogue.nodeTypes()),
  }),
  listStepTypes: () => ({ body: { items: [...stepTypes], nextCursor: null } }),
  listTriggerTypes: () => ({ body: { items: [...triggerTypes], nextCursor: null } }),
  listModels: async ({ services }) => ({
    body: whole<'listModels'>(await services.catalogue.models()),
  }),
  listTools: async ({ services }) => ({
    body: whole<'listTools'>(await services.catalogue.tools()),
  }),
  listTemplates: async ({ services }) => {
    const templates = await services.catalogue.templates();
    return { body: { items: templates.map((template) => ({ ...template })), nextCursor: null } };
  },
};

/** A list that is short enough to be one page. */
function whole<Name extends 'listNodeTypes' | 'listModels' | 'listTools'>(
  items: readonly JsonObject[],
): AnswerOf<Name> {
  // Whoever composes the catalogue gives records of this form; a test holds every answer against its schema.
  return { items: [...items], nextCursor: null } as unknown as AnswerOf<Name>;
}
