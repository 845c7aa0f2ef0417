// What the engine of a test is made of, besides its store and its clock.
import type { ModelSource } from '@skein/agents';
import type { Clock } from '@skein/ports';
import { composeDeck, composeWorkflows } from '../parts/compose-workflows.ts';
import type { CreateEngineOptions } from '../config/engine-options.ts';
import { composeModels } from '../parts/compose-models.ts';
import { composeTools } from '../parts/compose-tools.ts';
import { collectWorkflows, withWorkflowTypes } from '../typed/register-workflows.ts';

export async function worldParts(given: CreateEngineOptions, clock: Clock) {
  const { script, cassette } = given;
  // A test without a script or a cassette must not ask a model that costs something.
  const isOffline = [script, cassette, given.models].every((each) => each === undefined);
  const registered = withWorkflowTypes(given, collectWorkflows(given));
  const options = { ...registered, clock, ...(isOffline && { script: {} }) };
  const deck = composeDeck(options);
  const { nodeTypes, compile } = composeWorkflows(options, deck);
  const tools = composeTools(options, deck);
  const composed = await composeModels(options, deck);
  const models: ModelSource = {
    model: (name, own) => (isOffline && own?.isFree === true ? own : composed.model(name, own)),
  };
  return { nodeTypes, compile, tools, models, close: () => tools.close() };
}
