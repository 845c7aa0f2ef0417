import type { JsonObject } from '@skein/kernel';
import { EngineError, tellProblem } from '@skein/ports';
import type { Pipelines } from '@skein/server';
import { composeEngine } from '../compose.ts';
import type { WholeStoreOptions } from '../config/engine-options.ts';
import { isServerUrl } from '../remote/is-server-url.ts';
import { mcpServersOf } from '../server/mcp-servers.ts';
import { secretKey } from '../server/secret-key.ts';
import { summariseStep } from '../server/summarise-step.ts';
import { withoutUndefined } from '../without-undefined.ts';

/** Pipelines with an engine of their own; closing them closes it. */
export async function createPipelines(options: WholeStoreOptions = {}): Promise<Pipelines> {
  if (isServerUrl(options.store)) {
    const complaint = 'Pipelines work on a store; a server has routes for them, in docs/rest.md.';
    throw new EngineError('USAGE', { complaint });
  }
  const { createPipelines: create, firstLine } = await import('@skein/server');
  const { engine, store, tools, models } = await composeEngine({ ...options, isolatesUsers: true });
  const { clock, logger } = options;
  const onProblem = logger === undefined ? options.onProblem : tellProblem(options, () => {});
  const pipelines = create({
    ...withoutUndefined({ clock, onProblem }),
    engine,
    store,
    secretKey: () => secretKey(options.environment ?? process.env, '.skein'),
    summarise: summariseStep(models, firstLine),
    discoverMcpTools: async () =>
      (await mcpServersOf(tools).list()).flatMap(({ name: server, tools: offered }) =>
        offered.map((tool): JsonObject => ({ server, ...tool })),
      ),
  });
  return {
    ...pipelines,
    async close() {
      await pipelines.close();
      await engine.close();
    },
  };
}
