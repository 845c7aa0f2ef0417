// Agents that people have made, without code
// Their turns run through one node type, which every engine has, and are told in the input which agent it is: a run keeps the agent that it
// began with, whatever is changed meanwhile.
import { acceptToolApproval, findTools } from '@skein/agents';
import { agentKind, isObject, ownValue, textOf, type JsonObject } from '@skein/kernel';
import { withoutUndefined, type NodeType } from '@skein/ports';
import { replyNode, runTurn, threadWorkflowId } from './thread-workflow.ts';

/** What answers in a thread. */
export interface StoredAgent {
  readonly id: string;
  readonly name?: string;
  readonly instructions?: string;
  readonly model?: string;
  /** Names of tools that its user has. */
  readonly tools: readonly string[];
  /** Of the node that answers; default: the one that answers for agents that people have made. */
  readonly type?: string;
  /** What else that node is told. */
  readonly about?: JsonObject;
}

/** The type of the node that answers. */
export const storedTurnType = 'thread';

/** One definition for each agent, which changes with nothing but its name: runs of a thread are listed under it. */
export function storedThreadDefinition({
  id,
  name = id,
  type = storedTurnType,
}: Pick<StoredAgent, 'id' | 'name' | 'type'>): JsonObject {
  const workflow = threadWorkflowId(id);
  return {
    skein: 1,
    id: workflow,
    name: `Chat with ${name}`,
    policy: { runs: { concurrency: { key: `${workflow}/\${trigger.thread}`, limit: 1 } } },
    nodes: [
      {
        id: replyNode,
        type,
        // Scripts of offline replies name the agent by it, whatever people call it.
        name: id,
        config: {
          thread: '${trigger.thread}',
          message: '${trigger.message}',
          agent: '${trigger.agent}',
        },
      },
    ],
  };
}

export const storedTurn: NodeType = {
  kind: agentKind(storedTurnType, ['thread']),
  name: 'Turn of a chat',
  description: 'One turn of a thread with an agent that a person has made.',
  asksInSteps: true,
  accept: acceptToolApproval,
  run: (call, io) => {
    const { id, instructions, model, tools } = readAgent(ownValue(call.config, 'agent') ?? null);
    const plan = async () => ({
      ...withoutUndefined({ model, system: instructions }),
      agent: id,
      tools: await findTools(io.tools, tools),
    });
    return runTurn({ id, plan }, call, io);
  },
};

function readAgent(value: unknown): StoredAgent {
  // Config is JSON; a run that was started by hand may bring anything.
  const agent = isObject(value as never) ? (value as JsonObject) : {};
  const text = (key: string) => {
    const found = ownValue(agent, key);
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  const tools = ownValue(agent, 'tools');
  return {
    id: text('id') ?? 'agent',
    ...withoutUndefined({ model: text('model'), instructions: text('instructions') }),
    tools: Array.isArray(tools) ? tools.map((each) => textOf(each)) : [],
  };
}
