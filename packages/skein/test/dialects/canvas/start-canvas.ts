// Canvases on the real engine, with the real agents and the scripted model.
import type { Json, JsonObject } from '@skein/kernel';
import { afterEach } from 'vitest';
import { createEngine, type CreateEngineOptions, type Engine } from '../../../src/index.ts';

export interface View {
  readonly status: string;
  readonly logs: readonly { nodeId: string; type: string; content: string; timestamp: string }[];
  readonly state: JsonObject;
  readonly waitingForInput: boolean;
  readonly currentNodeId: string | null;
}

const engines: Engine[] = [];

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

export interface Started {
  readonly id: string;
  readonly engine: Engine;
  readonly view: () => Promise<View>;
  readonly logs: (...types: readonly string[]) => Promise<readonly string[]>;
  /** Answers, then waits until nothing can go on. */
  readonly answer: (node: string | undefined, answer: Json) => Promise<View>;
}

export async function start(
  definition: object,
  script: CreateEngineOptions['script'] = {},
  input?: Json,
): Promise<Started> {
  const engine = await createEngine({ script });
  engines.push(engine);
  const { id } = await engine.runs.start(definition, input === undefined ? {} : { input });
  await engine.runs.settled(id);
  const view = async () => (await engine.runs.view(id)) as unknown as View;
  return {
    id,
    engine,
    view,
    logs: async (...types) =>
      (await view()).logs
        .filter(({ type }) => types.length === 0 || types.includes(type))
        .map(({ nodeId, type, content }) => `${nodeId} ${type}: ${content}`),
    async answer(node, answer) {
      await engine.waits.answer({ run: id, ...(node === undefined ? {} : { node }) }, answer);
      await engine.runs.settled(id);
      return view();
    },
  };
}

export const node = (id: string, type: string, data: JsonObject = {}) => ({ id, type, data });

export const from = (source: string, target: string, sourceHandle?: string) => ({
  source,
  target,
  ...(sourceHandle === undefined ? {} : { sourceHandle }),
});

export const review = {
  nodes: [
    node('start', 'start', { initialInput: { draft: 1 } }),
    node('check', 'approval', { prompt: 'Fine?' }),
    node('yes', 'agent', { userPrompt: 'yes {{PREVIOUS_OUTPUT}}' }),
    node('no', 'agent', { userPrompt: 'no {{PREVIOUS_OUTPUT}}' }),
  ],
  connections: [
    from('start', 'check'),
    from('check', 'yes', 'approve'),
    from('check', 'no', 'reject'),
  ],
};
