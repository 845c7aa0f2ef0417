// What of a run can be changed before it is replayed: prompts and models of its nodes.
import { isObject, ownValue, type Graph, type JsonObject } from '@skein/kernel';
import { textAt } from '../../own-keys.ts';

export interface Replayable {
  readonly node: string;
  readonly title: string;
  /** Null: it has none that could be replaced. */
  readonly prompt: string | null;
  readonly model: string;
}

/** The nodes that ask a model, in the order of the definition; as the server finds the places that it changes. */
export function replayableNodes({ workflow }: Pick<Graph, 'workflow'>): readonly Replayable[] {
  return workflow.nodes.flatMap(({ id, name, type, config = {} }): Replayable[] => {
    const held = heldIn(type, config);
    const prompt = promptIn(type, held);
    const model = textAt(held, 'model');
    if (prompt === null && model === '') return [];
    return [{ node: id, title: name ?? id, prompt, model }];
  });
}

/** Some dialects keep the prompt inside an object of the settings. */
function heldIn(type: string, config: JsonObject): JsonObject {
  const inner = ownValue(config, type.startsWith('session-graph.') ? 'input' : 'agent');
  return isObject(inner) ? inner : config;
}

const asking =
  /^(?:llm|agent|pipeline\.agent|agent-graph\.agent|dataflow\.chat|dataflow\.intentRouter|session-graph\.generate)$/;

function promptIn(type: string, held: JsonObject): string | null {
  if (!asking.test(type) && !Object.hasOwn(held, 'model')) return null;
  const keys = type.startsWith('pipeline.') ? ['system', 'prompt'] : ['prompt', 'user', 'system'];
  const key = keys.find((each) => typeof ownValue(held, each) === 'string');
  return key === undefined ? null : textAt(held, key);
}
