// One turn of an agent in a graph
// A single model call. What it says decides which port fires; the rules are in the dialect's kinds (R1, R2) and tried in this
// order: ordinary tool calls, a choice, the edge without a choice, the user or the end.
import {
  isObject,
  listAt,
  ownValue,
  type Json,
  type JsonObject,
  type NodeResult,
} from '@skein/kernel';
import type { HostNeeds, ModelTool, NodeBehaviour, NodeCall, NodeIo } from '@skein/ports';
import { failureError, failureIn, type FailureError } from '../../failure-error.ts';
import { callModel } from '../../loop/call-model.ts';
import { historyOf, toContextMessage } from '../../loop/conversation.ts';
import type { RecordedModel, RecordedToolCall } from '../../loop/recorded-steps.ts';
import { toMessage } from '../../loop/assistant-message.ts';
import { modelNeeds, needsIn } from '../../configs/host-needs.ts';
import { readAgentConfig, type AgentConfig } from './agent-config.ts';
import { END, matchRoute } from './match-route.ts';
import { complaintOf, readChoice, type ReadChoice } from './read-choice.ts';
import { answerCall, lastAnswer, openingOf, userMessage } from './dialogue.ts';
import { errorOf, handOver, mayHandOver, type TurnError } from './hand-over.ts';
import { END_TOOL, endSentence, injectedTools } from './injected-tools.ts';

export const agentTurn: NodeBehaviour = {
  description: 'One model turn of an agent, which may choose who is next.',
  run: runTurn,
  needs: agentNeeds,
  asksInSteps: true,
};

function agentNeeds(config: JsonObject): HostNeeds {
  const agent = ownValue(config, 'agent') ?? null;
  if (!isObject(agent)) return modelNeeds({});
  const tools = listAt(agent, 'tools').map((tool) =>
    isObject(tool) ? (ownValue(tool, 'name') ?? null) : null,
  );
  return needsIn('agent', modelNeeds({ ...agent, tools }));
}

async function runTurn(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const config = readAgentConfig(call);
  try {
    return await takeTurn(config, call, io);
  } catch (error) {
    const failure = failureIn(error);
    if (failure === undefined || !mayHandOver(config, failure, io)) throw error;
    return handOver(failure, call);
  }
}

async function takeTurn(config: AgentConfig, call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const { agent } = config;
  const before = io.context().messages;
  const opening = openingOf(before, config.input);
  const injected = injectedTools(config);
  const reply = await callModel(
    {
      model: agent.model,
      system: systemOf(config),
      history: historyOf(io, call.context),
      messages: opening.map(({ content }) => ({ role: 'user', content })),
      tools: [...injected, ...(await offeredTools(config, io, injected))],
      agent: agent.name ?? agent.id,
    },
    call,
    io,
  );
  const move = chooseMove(config, reply, { injected, wasWrong: wasWrong(call) });
  const append = [
    ...opening,
    { ...toContextMessage(toMessage(reply)), name: call.nodeName },
    ...move.messages,
  ];
  const { port, route, next, chosen, wrong, failed } = move;
  const value = {
    text: reply.text,
    toolCalls: ordinary(reply, injected),
    next: chosen,
    node: call.node,
    ...failed,
  };
  const answer = lastAnswer([...before, ...append]);
  const { provider, model } = reply;
  return {
    value,
    ports: {
      [port]: { ...value, answer, ...(route !== undefined && { route }), ...(wrong && { wrong }) },
    },
    context: { append, set: { provider, model, agent: call.node, next } },
  };
}

function systemOf({ agent, conversational }: AgentConfig): string | undefined {
  const parts = [agent.system ?? '', conversational ? endSentence : ''].filter(
    (part) => part !== '',
  );
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

/** Its own tools, without those that an injected one shadows. An agent without a description may call all tools of the host. */
async function offeredTools(
  { agent, executor }: AgentConfig,
  io: NodeIo,
  injected: readonly ModelTool[],
): Promise<readonly ModelTool[]> {
  const named = agent.tools ?? (executor === undefined ? [] : await io.tools.list());
  const taken = new Set(injected.map(({ name }) => name));
  const offered: ModelTool[] = [];
  for (const tool of named) {
    if (taken.has(tool.name)) continue;
    taken.add(tool.name);
    offered.push(await describedTool(tool, io));
  }
  return offered;
}

type NamedTool = NonNullable<AgentConfig['agent']['tools']>[number];

/** What the definition says about a tool, and where it says nothing, what the tool itself says. */
async function describedTool(
  { name, description = '', parameters }: NamedTool,
  io: NodeIo,
): Promise<ModelTool> {
  if (description !== '' && parameters !== undefined) return { name, description, parameters };
  const found = await io.tools.find(name);
  return {
    ...found,
    name,
    description: description === '' ? (found?.description ?? '') : description,
    parameters: parameters ?? found?.parameters ?? anyArguments,
  };
}

const anyArguments: JsonObject = { type: 'object' };

/** Whether this turn follows a refused choice: a second one fails the run. */
function wasWrong({ inputs }: NodeCall): boolean {
  const again = ownValue(inputs, 'again');
  return isObject(again) && ownValue(again, 'wrong') === true;
}

interface Move {
  readonly port: 'route' | 'always' | 'again' | 'turn' | 'finish' | 'failed';
  readonly route?: string;
  /** What stays set in the state of the run. */
  readonly next: Json;
  /** What the agent chose, as shown in its value. */
  readonly chosen: Json;
  /** Answers to its calls, or what it did wrong. */
  readonly messages: readonly ReturnType<typeof userMessage>[];
  readonly wrong?: true;
  /** Why a person takes over. */
  readonly failed?: { readonly error: TurnError };
}

interface Situation {
  readonly injected: readonly ModelTool[];
  readonly wasWrong: boolean;
}

function chooseMove(config: AgentConfig, reply: RecordedModel, situation: Situation): Move {
  const calls = ordinary(reply, situation.injected);
  const choices = reply.toolCalls.filter((called) => !calls.includes(called));
  if (calls.length > 0) return callTools(config, calls, choices);
  const [first, ...others] = choices;
  const unused = others.map((called) =>
    answerCall(called, 'not taken: one choice for each message'),
  );
  if (first === undefined) {
    const choice = readChoice(reply.text, config.routes);
    if (choice.kind === 'none') return withoutChoice(config);
    return follow(config, choice, situation, (text) => (text === OK ? [] : [userMessage(text)]));
  }
  const wanted = first.name === END_TOOL ? END : wantedBy(first);
  const answer = (text: string) => [answerCall(first, text), ...unused];
  return follow(config, { kind: 'one', wanted }, situation, answer);
}

const OK = 'ok';

function ordinary(
  { toolCalls }: RecordedModel,
  injected: readonly ModelTool[],
): readonly RecordedToolCall[] {
  return toolCalls.filter(({ name }) => !injected.some((tool) => tool.name === name));
}

function wantedBy({ arguments: args }: RecordedToolCall): string {
  const next = isObject(args) ? ownValue(args, 'next_node') : undefined;
  return typeof next === 'string' ? next : '';
}

/** Tools come first: a choice in the same message must be made again once the agent has seen the results. */
function callTools(
  { executor }: AgentConfig,
  calls: readonly RecordedToolCall[],
  choices: readonly RecordedToolCall[],
): Move {
  const messages = choices.map((called) => answerCall(called, 'not taken: tools first'));
  if (executor !== undefined)
    return { port: 'route', route: executor, next: null, chosen: null, messages };
  const refused = calls.map((called) =>
    answerCall(called, 'not run: no tool executor follows you'),
  );
  return { port: 'again', next: null, chosen: null, messages: [...messages, ...refused] };
}

function follow(
  { routes, handOff }: AgentConfig,
  choice: Exclude<ReadChoice, { readonly kind: 'none' }>,
  { wasWrong: isSecond }: Situation,
  answer: (text: string) => Move['messages'],
): Move {
  const wanted = choice.kind === 'one' ? choice.wanted : null;
  const route = wanted === null ? undefined : matchRoute(wanted, routes);
  if (route === undefined) {
    const text = complaintOf(choice, routes);
    const told = { next: wanted, chosen: wanted, messages: answer(text) };
    if (!isSecond) return { port: 'again', ...told, wrong: true };
    const error = routeUnknown(text);
    if (!handOff) throw error;
    return { port: 'failed', ...told, failed: { error: errorOf(error.failure) } };
  }
  const messages = answer(OK);
  // Once followed, it is cleared; the end stays set.
  const next = route === END ? END : null;
  if (!routes.includes(route)) return { port: 'finish', next, chosen: route, messages };
  return { port: 'route', route, next, chosen: route, messages };
}

function withoutChoice({ always, conversational }: AgentConfig): Move {
  const port = always ? 'always' : conversational ? 'turn' : 'finish';
  return { port, next: null, chosen: null, messages: [] };
}

function routeUnknown(text: string): FailureError {
  return failureError({
    code: 'ROUTE_UNKNOWN',
    message: `The agent made an invalid choice twice in a row: ${text}`,
    retry: 'never',
  });
}
