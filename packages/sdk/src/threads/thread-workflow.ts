// Threads as a workflow
// One run is one turn: what a user said, and what the agent answers. The turns of a thread run one after the other, in the order in
// which they were sent, in all processes on a store. What was said before is in the memory of the user (Thread place), so a turn costs
// the same however long the thread is, and runs may be deleted.
import { acceptToolApproval, runAgentLoop, type AgentResult } from '@skein/agents';
import {
  codeType,
  isObject,
  ownValue,
  textOf,
  type Json,
  type JsonObject,
  type NodeResult,
} from '@skein/kernel';
import {
  withoutUndefined,
  type ModelMessage,
  type NodeCall,
  type NodeIo,
  type NodeType,
} from '@skein/ports';
import type { AgentSource, History } from '../agents/agent-source.ts';
import { planAgent, type AskedAgent } from '../agents/plan-agent.ts';
import type { Workflow } from '../workflow.ts';
import { summarize, withSummary } from './summarize.ts';
import { kindOfCode } from '../values/kind-of-code.ts';
import { ofTypeScript } from '../values/origin.ts';
import { beginTurn, endTurn } from './turn-log.ts';

/** What starts a turn. */
export interface ThreadInput {
  readonly thread: string;
  /** `content`: the text with the files that came along, as the model is told it. */
  readonly message: { readonly id: string; readonly text: string; readonly content?: Json };
}

/** Who answers a turn. */
export interface Answerer {
  readonly id: string;
  readonly history?: History;
  plan(io: NodeIo): Promise<AskedAgent>;
  /** What the turn gives, made from what was said in it; default: the answer. */
  toValue?(result: Pick<AgentResult, 'value' | 'messages'>): Json;
}

/** The node of a turn that answers. */
export const replyNode = 'reply';

/** The id of the workflow whose runs are the turns of an agent's threads. */
export function threadWorkflowId(agent: string): string {
  return codeType('thread', agent);
}

export function threadWorkflow<Out>(
  source: AgentSource,
  publish: readonly string[] = [],
): Workflow<ThreadInput, Out> {
  const id = threadWorkflowId(source.id);
  const definition: JsonObject = {
    skein: 1,
    id,
    name: `Threads of ${source.id}`,
    metadata: publish.length === 0 ? ofTypeScript : { ...ofTypeScript, publish: [...publish] },
    policy: { runs: { concurrency: { key: `${id}/\${trigger.thread}`, limit: 1 } } },
    nodes: [
      {
        id: replyNode,
        type: id,
        name: source.id,
        config: { thread: '${trigger.thread}', message: '${trigger.message}' },
      },
    ],
  };
  return { id, definition, nodeTypes: new Map([[id, turnNodeType(source)]]), workflows: [] };
}

function turnNodeType(source: AgentSource): NodeType {
  return {
    kind: kindOfCode(threadWorkflowId(source.id)),
    name: source.id,
    description: `One turn of a thread with the agent "${source.id}".`,
    asksInSteps: true,
    accept: acceptToolApproval,
    run: (call, io) =>
      runTurn({ ...answering(source), plan: () => planAgent(source, io) }, call, io),
  };
}

function answering({ id, history }: AgentSource): Pick<AgentSource, 'id' | 'history'> {
  return withoutUndefined({ id, history });
}

export async function runTurn(answerer: Answerer, call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const { thread, id, content, about } = readTurn(call);
  const place = { agent: answerer.id, thread };
  const said: ModelMessage = { role: 'user', content };
  const kept = { id, run: call.run, messages: [said], ...withoutUndefined({ about }) };
  const begun = await beginTurn(io.memory, place, kept);
  const asks = await answerer.plan(io);
  const plan = { ...asks, thread: [call.user ?? '', place.agent, thread].join('/') };
  const { history } = answerer;
  const window =
    history !== undefined && 'summarize' in history
      ? await summarize(begun.window, history.summarize, { plan, call, io })
      : begun.window;
  const asked = {
    ...plan,
    ...withoutUndefined({ system: withSummary(plan.system, window.summary) }),
    history: window.messages,
    messages: [said],
  };
  const { value, messages } = await runAgentLoop(asked, call, io);
  await endTurn(io.memory, place, {
    begun: { ...begun, window },
    kept: { ...kept, isDone: true, messages: [said, ...messages] },
    history,
  });
  return { value: answerer.toValue?.({ value, messages }) ?? value };
}

function readTurn({ config }: NodeCall): {
  readonly thread: string;
  readonly id: string;
  readonly content: Json;
  readonly about: JsonObject | undefined;
} {
  const agent = ownValue(config, 'agent');
  const about = isObject(agent) ? ownValue(agent, 'about') : undefined;
  const message = ownValue(config, 'message');
  const { id = '', text = '', content } = isObject(message) ? message : {};
  const thread = textOf(ownValue(config, 'thread') ?? '');
  return {
    thread,
    id: textOf(id),
    content: content ?? textOf(text),
    about: isObject(about) ? about : undefined,
  };
}
