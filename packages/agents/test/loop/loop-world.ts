// One agent with a script and tools around it, without an engine: what it recorded, asked and sent can be inspected.
import { runAgentLoop, scriptedModel, type AgentPlan, type Script } from '@skein/agents';
import type { Json, WaitQuestion } from '@skein/kernel';
import type { ModelRequest, Subagent, Tool, ToolCall } from '@skein/ports';
import { fakeNodeIo, nodeCall, type FakeNodeIo } from '../fake-node-io.ts';

export interface Called {
  readonly name: string;
  readonly args: unknown;
  readonly call: ToolCall;
}

export interface LoopWorld {
  readonly io: FakeNodeIo;
  /** What tools were really called with. */
  readonly called: Called[];
  readonly asked: WaitQuestion[];
  readonly tools: readonly Tool[];
  readonly requests: ModelRequest[];
  readonly run: (plan?: Partial<AgentPlan>) => ReturnType<typeof runAgentLoop>;
}

interface WorldOptions {
  readonly tools?: { readonly [name: string]: Partial<Tool> };
  readonly recorded?: ReadonlyMap<string, Json | undefined>;
  readonly answers?: readonly Json[];
  readonly signal?: AbortSignal;
  readonly attemptsLeft?: number;
  readonly toolCalls?: 'parallel' | 'sequential';
}

export function loopWorld(script: Script, options: WorldOptions = {}): LoopWorld {
  const called: Called[] = [];
  const asked: WaitQuestion[] = [];
  const requests: ModelRequest[] = [];
  const models = scriptedModel(script);
  const answers = [...(options.answers ?? [])];
  const io = fakeNodeIo({
    ...(options.recorded !== undefined && { recorded: options.recorded }),
    ...(options.toolCalls !== undefined && { toolCalls: options.toolCalls }),
    ...(options.signal !== undefined && { signal: options.signal }),
    ...(options.attemptsLeft !== undefined && { attemptsLeft: options.attemptsLeft }),
    model: (name) => {
      const model = models.model(name);
      const call = (request: ModelRequest) => {
        requests.push(request);
        return model.call(request);
      };
      return { ...model, call };
    },
    answer: (question) => {
      asked.push(question);
      return answers.shift() ?? 'reject';
    },
  });
  const tools = Object.entries(options.tools ?? {}).map(([name, tool]): Tool => {
    const run = (args: unknown, call: ToolCall) => {
      called.push({ name, args, call });
      return tool.run?.(args, call) ?? `${name} done`;
    };
    return {
      name,
      description: name,
      parameters: { type: 'object' },
      effect: 'pure',
      ...tool,
      run,
    };
  });
  const run = (plan: Partial<AgentPlan> = {}) =>
    runAgentLoop(
      { messages: [{ role: 'user', content: 'Go.' }], tools, ...plan },
      nodeCall({ node: 'boss', nodeName: 'Boss', nodeType: 'agent' }),
      io,
    );
  return { io, tools, called, asked, requests, run };
}

/** A subagent whose config is always the same. */
export function fakeSubagent(node: string, changes: Partial<Subagent> = {}): Subagent {
  return {
    node,
    nodeName: `The ${node}`,
    nodeType: 'agent',
    toolName: undefined,
    description: undefined,
    subagents: [],
    resolve: () => ({ ok: true, config: {} }),
    ...changes,
  };
}
