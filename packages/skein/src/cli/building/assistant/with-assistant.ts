import { assistantType } from '@skein/server';
import type { NodeType } from '@skein/ports';
import { createEngine } from '../../../embedding/create-engine.ts';
import type { ConfiguredOptions } from '../../inputs/load-config.ts';
import { createAssistant } from './create-assistant.ts';

/**
 * The assistant as a type of nodes, for evaluations of it: each wish is built in an engine of its own, which is gone afterwards. Without a
 * `model` in its config it answers from the templates.
 */
export function withAssistant(configured: ConfiguredOptions): ConfiguredOptions {
  const { kind, description } = createAssistant(configured, () => {}).nodeType;
  const built: NodeType = {
    kind,
    description,
    async run(call, io) {
      const engine = await createEngine(configured);
      const assistant = createAssistant(configured, () => {});
      assistant.open({ engine, isOffline: () => true });
      try {
        const { run } = assistant.nodeType;
        if (run === undefined) throw new Error('The assistant cannot be run.');
        return await run(call, io);
      } finally {
        await assistant.close();
        await engine.close();
      }
    },
  };
  return { ...configured, nodeTypes: { ...configured.nodeTypes, [assistantType]: built } };
}
