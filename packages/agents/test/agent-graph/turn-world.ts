// One turn of an agent, with a model that says exactly what a test wants.
import { dialectBehaviours } from '@skein/agents';
import type { JsonObject, Message, NodeResult } from '@skein/kernel';
import type { LanguageModel, ModelRequest, ModelToolCall, NodeFunction, Tool } from '@skein/ports';
import { fakeNodeIo, nodeCall } from '../fake-node-io.ts';

// The dialect's own node types are always there.
const run = dialectBehaviours.get('agent-graph.agent')?.run as NodeFunction;

export interface Turn {
  readonly text?: string;
  readonly toolCalls?: readonly Omit<ModelToolCall, 'id'>[];
  readonly config?: JsonObject;
  readonly history?: readonly Message[];
  readonly inputs?: JsonObject;
  readonly tools?: readonly Tool[];
  /** What the call fails with, instead of an answer. */
  readonly error?: Error;
  readonly attemptsLeft?: number;
}

export async function take({
  text = '',
  toolCalls = [],
  config = {},
  history = [],
  inputs = {},
  tools = [],
  error,
  attemptsLeft = 0,
}: Turn): Promise<{
  readonly result: NodeResult;
  readonly request: ModelRequest;
  readonly fired: string[];
  readonly steps: string[];
}> {
  const requests: ModelRequest[] = [];
  const model: LanguageModel = {
    provider: 'fake',
    name: 'm',
    call: async (request) => {
      requests.push(request);
      if (error !== undefined) throw error;
      const calls = toolCalls.map((call, i) => ({ ...call, id: `c${i + 1}` }));
      return { text, toolCalls: calls, usage: { input: 1, output: 1, usd: 0 } };
    },
  };
  const io = fakeNodeIo({ model: () => model, contexts: { main: history }, tools, attemptsLeft });
  const call = nodeCall({ node: 'a', nodeName: 'Ann', config, inputs });
  const result = await run(call, io);
  const [request] = requests;
  if (request === undefined || requests.length > 1) throw new Error('one call is one turn');
  return {
    result,
    request,
    fired: Object.keys(result.ports ?? {}),
    steps: [...io.recorded.keys()],
  };
}
