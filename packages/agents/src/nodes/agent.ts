// The node type `agent`
// The tool loop with a config around it, or a single turn of it. What the loop itself does is in `loop/`.
import { isObject, textOf, type Json, type JsonObject, type NodeResult } from '@skein/kernel';
import { isNoted, nativeNodes, withNote, type ConfigOf } from '@skein/dialects';
import type { ModelMessage, NodeCall, NodeIo, Subagent } from '@skein/ports';
import { modelNeeds } from '../configs/host-needs.ts';
import { pickModelSettings } from '../configs/model-settings.ts';
import { badConfig, readConfig } from '../configs/read-config.ts';
import type { AgentPlan, AgentTool, SubagentTool } from '../loop/agent-plan.ts';
import { acceptToolApproval } from '../loop/approve-tool-call.ts';
import { withNames } from '../configs/with-names.ts';
import { historyOf, toContextMessage } from '../loop/conversation.ts';
import { withoutFence } from '../loop/answer/without-fence.ts';
import { runAgentLoop } from '../loop/run-agent-loop.ts';
import { runAgentTurn } from '../loop/run-agent-turn.ts';
import { untilSignedIn } from '../connections/until-signed-in.ts';
import { findTools } from '../tools/find-tools.ts';
import type { NativeBehaviour } from './native-behaviour.ts';
import { withImages } from './with-images.ts';

type AgentConfig = ConfigOf<typeof nativeNodes.agent>;

export const agentBehaviour: NativeBehaviour = {
  run: runAgent,
  needs: modelNeeds,
  asksInSteps: true,
  accept: acceptToolApproval,
};

async function runAgent(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const config = readConfig(withNames(call), nativeNodes.agent.config);
  const context = contextOf(config, call);
  const history = context === undefined ? undefined : historyOf(io, context);
  const messages = openingOf(config, call, history ?? []);
  const plan: AgentPlan = {
    ...(await planOf(config, { call, io, subagents: io.subagents })),
    messages,
    history,
    context,
    agent: call.nodeName,
  };
  const result =
    config.turns === 'one' ? await takeTurn(plan, call, io) : await runAgentLoop(plan, call, io);
  const { value, provider, model } = result;
  if (context === undefined) return { value };
  const append = [...messages, ...result.messages.map((message) => spoken(message, call))];
  return {
    value,
    context: { use: context, append: append.map(toContextMessage), set: { provider, model } },
  };
}

/** Other agents may share the context, and must see whose words these are. */
function spoken(message: ModelMessage, { nodeName }: NodeCall): ModelMessage {
  return message.role === 'assistant' ? { ...message, name: nodeName } : message;
}

/** A single turn, and an agent without a prompt, continue a conversation, so they always have one. */
function contextOf({ context, turns, prompt }: AgentConfig, call: NodeCall): string | undefined {
  return context ?? (turns === 'one' || prompt === undefined ? call.context : undefined);
}

/** The messages before the model's answer: the prompt, or the input of the node if the conversation is empty. */
function openingOf(
  { prompt, note, images }: AgentConfig,
  call: NodeCall,
  history: readonly ModelMessage[],
): readonly ModelMessage[] {
  if (prompt !== undefined) {
    return [{ role: 'user', content: withImages(call, withNote(prompt, note), images) }];
  }
  if (history.length > 0) {
    return isNoted(note) ? [{ role: 'user', content: withNote('', note) }] : [];
  }
  if (call.previous === undefined)
    throw badConfig(call, ['prompt'], '"prompt" is required, because the conversation is empty');
  const text = withNote(textOf(call.previous), note);
  return [{ role: 'user', content: withImages(call, text, images) }];
}

interface Surroundings {
  readonly call: NodeCall;
  readonly io: NodeIo;
  readonly subagents: readonly Subagent[];
}

async function planOf(
  config: AgentConfig,
  { call, io, subagents }: Surroundings,
): Promise<Omit<AgentPlan, 'messages'>> {
  const { model, system, schema, maxTurns, approve, who } = config;
  const tools: AgentTool[] = [
    ...(await untilSignedIn(io, 'tools', () => findTools(io.tools, config.tools))),
  ];
  const taken = new Set(tools.map(({ name }) => name));
  for (const subagent of subagents) tools.push(subagentTool(subagent, { call, io, taken }));
  return { ...pickModelSettings(config), model, system, schema, maxTurns, approve, who, tools };
}

function subagentTool(
  subagent: Subagent,
  { call, io, taken }: Pick<Surroundings, 'call' | 'io'> & { readonly taken: Set<string> },
): SubagentTool {
  const { node, nodeName, nodeType, description } = subagent;
  const its: NodeCall = { ...call, node, nodeName, nodeType };
  return {
    name: nameFor(subagent.toolName ?? node, taken),
    description: description ?? `Asks the agent "${nodeName}".`,
    subagent,
    plan: async (resolved, input) => {
      const config = readConfig(withNames({ ...its, config: resolved }), nativeNodes.agent.config);
      const plan = await planOf(config, { call: its, io, subagents: subagent.subagents });
      const content = withImages(
        its,
        withNote(messageFor(config.prompt, input), config.note),
        config.images,
      );
      return { ...plan, messages: [{ role: 'user', content }], agent: nodeName };
    },
  };
}

/** Providers take letters, digits, `_` and `-`, at most 64 of them. */
function nameFor(wanted: string, taken: Set<string>): string {
  const lengthMax = 64;
  const base = wanted.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, lengthMax);
  let name = base;
  for (let n = 2; taken.has(name); n++) {
    const suffix = `_${n}`;
    name = `${base.slice(0, lengthMax - suffix.length)}${suffix}`;
  }
  taken.add(name);
  return name;
}

/** The input is always included: in the prompt if that contains it, else after it. */
function messageFor(prompt: string | undefined, input: string): string {
  if (prompt === undefined || prompt === '') return input;
  return prompt.includes(input) ? prompt : `${prompt}\n\n${input}`;
}

async function takeTurn(plan: AgentPlan, call: NodeCall, io: NodeIo) {
  const turn = await runAgentTurn(plan, call, io);
  const { text, toolCalls } = turn;
  const value: JsonObject = { text, toolCalls, next: nextOf(text), node: call.node };
  return { ...turn, value };
}

/** Where the answer itself says to go: `{ "next": "…" }`. */
function nextOf(text: string): string | null {
  let answer: Json;
  try {
    // JSON.parse gives JSON.
    answer = JSON.parse(withoutFence(text)) as Json;
  } catch {
    return null;
  }
  const next = isObject(answer) && Object.hasOwn(answer, 'next') ? answer['next'] : undefined;
  return typeof next === 'string' ? next : null;
}
