// What the engine of a test is made of, besides its store and its clock.
import type { Clock } from '@skein/ports';
import { composeDeck, composeWorkflows } from '../../parts/compose-workflows.ts';
import type { CreateEngineOptions } from '../../config/engine-options.ts';
import { composeModels } from '../../parts/compose-models.ts';
import { composeTools } from '../../parts/compose-tools.ts';
import type { ConfiguredOptions } from '../inputs/load-config.ts';
import type { TestCase } from './test-file.ts';

export async function worldParts(test: TestCase, configured: ConfiguredOptions, clock: Clock) {
  const { script, cassette, missing } = test;
  const options: CreateEngineOptions = {
    ...configured,
    clock,
    // A test without a script or a cassette must not ask a model that costs something.
    ...(cassette === undefined ? { script: script ?? {} } : { cassette }),
    ...(script !== undefined && { script }),
    ...(missing !== undefined && { missing }),
  };
  const deck = composeDeck(options);
  const { nodeTypes, compile } = composeWorkflows(options, deck);
  const tools = composeTools(options, deck);
  const models = await composeModels(options, deck);
  return { nodeTypes, compile, tools, models, close: () => tools.close() };
}
