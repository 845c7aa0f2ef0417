// Runs a dataflow on a whole engine, answers its questions in order, and gives everything that can be seen of it.
import type { Json, JsonObject, RunEvent } from '@skein/kernel';
import {
  createEngine,
  type CreateEngineOptions,
  type DataflowFunction,
  type RunJson,
} from '../../../src/index.ts';

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

/** Inputs and outputs of one node. */
export async function nodeOf(id: string, definition: JsonObject, options: FlowOptions = {}) {
  const { view } = await runFlow(definition, options);
  const { state, inputs, outputs } = view.nodes[id] ?? {};
  return { state, inputs, outputs };
}

/** What a node says, as an output. */
export const said = (message: string) => ({ message });

/** Passes its inputs on as `out`, and remembers when it ran beside whom. */
export function spy(delayMs = 5) {
  let running = 0;
  const seen = { most: 0, calls: [] as JsonObject[] };
  const run: DataflowFunction = async (inputs, context) => {
    seen.most = Math.max(seen.most, ++running);
    seen.calls.push(inputs);
    await new Promise((done) => setTimeout(done, delayMs));
    running--;
    return { outputs: { out: inputs }, updatedContext: context };
  };
  return { run, seen };
}
