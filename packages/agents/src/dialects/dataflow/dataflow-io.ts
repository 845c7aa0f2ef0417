// What a function of the host may do besides returning
// The io of every node, and the call of a model in the words of this dialect. What the function reads of other contexts is kept,
// because its own changes are compared with what it has seen, not with what others have added since.
import { nonEmptyTextAt, type Json } from '@skein/kernel';
import { overIo, type ModelMessage, type NodeCall, type NodeIo } from '@skein/ports';
import { topFrame } from '../../loop/loop-frame.ts';
import { runLoop } from '../../loop/run-agent-loop.ts';
import type { DataflowContext } from './execution-context.ts';
import { givenTools } from './given-tools.ts';
import { modelName } from './model-name.ts';

export interface DataflowIo extends NodeIo {
  /**
   * Sends the history and the instructions of a context to its model, runs the tools that the model asks for, and gives back its last
   * reply. Each call is a recorded step that counts against the budget, and streams. `tools`: what a `tools` node gave, or names.
   */
  callLLM(context: DataflowContext, tools?: Json): Promise<string>;
}

/** By context: how many messages it had whenever the function read it. */
export type ReadMessages = ReadonlyMap<string, ReadonlySet<number>>;

export interface FollowedIo {
  readonly io: DataflowIo;
  readonly read: ReadMessages;
}

export function dataflowIo(call: NodeCall, io: NodeIo): FollowedIo {
  const read = new Map<string, Set<number>>();
  const frame = topFrame(call, io);
  const own: Pick<DataflowIo, 'context' | 'callLLM'> = {
    context(id) {
      const context = io.context(id);
      read.set(context.id, (read.get(context.id) ?? new Set()).add(context.messages.length));
      return context;
    },
    async callLLM(context, tools) {
      const { provider, model } = context;
      const plan = {
        model: modelName({}, { provider, model }),
        system: nonEmptyTextAt({ ...context }, 'systemInstructions'),
        messages: context.messageHistory.map((message): ModelMessage => ({ ...message })),
        context: context.contextId,
        tools: await givenTools(io.tools, tools, call.node),
      };
      return (await runLoop(plan, frame)).text;
    },
  };
  return { io: overIo(io, own), read };
}
