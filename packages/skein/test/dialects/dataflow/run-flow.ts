// Runs a dataflow on a whole engine, answers its questions in order, and gives everything that can be seen of it.
import type { Json, JsonObject, RunEvent } from '@skein/kernel';
import { createEngine, type CreateEngineOptions, type RunJson } from '../../../src/index.ts';

export interface FlowRun {
  readonly run: RunJson;
  readonly view: FlowView;
  readonly journal: readonly RunEvent[];
  /** Ids of nodes in the order in which they started and completed, and of those that asked: `+a`, `-a`, `?a`. */
  readonly trace: readonly string[];
}

export interface FlowView {
  readonly id: string;
  readonly status: string;
  readonly nodes: {
    readonly [id: string]: {
      readonly state: string;
      readonly inputs: JsonObject;
      readonly outputs: JsonObject;
      readonly metadata: JsonObject;
    };
  };
  readonly contexts: { readonly [id: string]: JsonObject };
}

export interface FlowOptions extends CreateEngineOptions {
  readonly input?: Json;
  /** `[node, answer]`, each given when nothing else can go on. */
  readonly answers?: readonly (readonly [string, Json])[];
}

export async function runFlow(definition: JsonObject, options: FlowOptions = {}): Promise<FlowRun> {
  const { input, answers = [], ...rest } = options;
  const engine = await createEngine(rest);
  try {
    const { id } = await engine.runs.start(definition, {
      dialect: 'dataflow',
      ...(input === undefined ? {} : { input }),
    });
    let run = await engine.runs.settled(id);
    for (const [node, answer] of answers) {
      await engine.waits.answer({ run: id, node }, answer);
      run = await engine.runs.settled(id);
    }
    const trace: string[] = [];
    for await (const update of engine.runs.events(id)) {
      if (update.type !== 'event') continue;
      for (const item of update.derived) {
        if (item.type === 'activation.started') trace.push(`+${item.node}`);
        if (item.type === 'activation.completed') trace.push(`-${item.node}`);
        if (item.type === 'wait.opened') trace.push(`?${item.node}`);
      }
      if (update.seq >= run.seq) break;
    }
    const view = (await engine.runs.view(id, 'dataflow')) as unknown as FlowView;
    return { run, view, journal: await engine.runs.journal(id), trace };
  } finally {
    await engine.close();
  }
}
