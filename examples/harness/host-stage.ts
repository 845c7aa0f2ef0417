// A stage: an engine on one of the hosts, with the script of whichever example is played on it. Tools are found by name alone, so a stage
// plays one example after the other; several examples at once need several stages.
import {
  checkJsonSchema,
  joinTools,
  scriptedModel,
  scriptTools,
  webSearch,
  type Script,
} from '../../packages/agents/src/index.ts';
import { composeWorkflows } from '../../packages/skein/src/parts/compose-workflows.ts';
import { hosts, type HostName } from '../../packages/testkit/src/index.ts';
import { readJson, type Example, type ExampleRun } from './example.ts';
import { site } from './site.ts';
import { runOn, type LibraryRun } from './run-example.ts';

export interface HostStage {
  play(example: Example, run: ExampleRun): Promise<LibraryRun>;
  close(): Promise<void>;
}

export async function openStage(host: HostName): Promise<HostStage> {
  let script: Script | undefined;
  let models = scriptedModel(undefined);
  const tools = () => joinTools([scriptTools(script), webSearch]);
  const world = await hosts[host]({
    ...composeWorkflows(site.options),
    models: { model: (name) => models.model(name) },
    tools: {
      list: (...given) => tools().list(...given),
      find: (...given) => tools().find(...given),
    },
    checkSchema: checkJsonSchema,
  });
  return {
    play(example, run) {
      script = example.script === null ? undefined : readJson(example.script);
      models = scriptedModel(script);
      return runOn(world.engine, example, run);
    },
    close: () => world.close(),
  };
}

/** So many stages; each example gets the next one that is free. */
export async function openStages(host: HostName, count: number): Promise<HostStage> {
  const all = await Promise.all(Array.from({ length: count }, () => openStage(host)));
  const free = [...all];
  const waiting: ((stage: HostStage) => void)[] = [];
  return {
    async play(example, run) {
      const stage = free.pop() ?? (await new Promise<HostStage>((next) => waiting.push(next)));
      try {
        return await stage.play(example, run);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(stage);
        else next(stage);
      }
    },
    async close() {
      await Promise.all(all.map((stage) => stage.close()));
    },
  };
}
