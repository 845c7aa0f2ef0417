// A person takes over
// Reached at a limit, after a failure of an agent, or by an edge. The person sees why and the whole conversation, and answers, routes or ends.
//
// H1. It always waits: the run never continues from here without an answer, so a limit cannot lead to itself.
// H2. Calls that are still open are answered here: providers refuse a conversation with an open call.
import {
  isObject,
  ownValue,
  textOf,
  type Json,
  type JsonObject,
  type NodeResult,
} from '@skein/kernel';
import type { NodeBehaviour, NodeCall, NodeIo } from '@skein/ports';
import { answerCall, lastAnswer, openCalls, openingOf, userMessage } from './dialogue.ts';
import { acceptHandOff, type HandOffAnswer } from './hand-off-answer.ts';
import { readHandOffConfig, type HandOffConfig } from './agent-config.ts';

export const handOff: NodeBehaviour = {
  description: 'Hands the conversation over to a person.',
  run: runHandOff,
  accept: acceptHandOff,
};

async function runHandOff(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const config = readHandOffConfig(call);
  const before = io.context().messages;
  const opening = openingOf(before, config.input);
  const unanswered = openCalls(before).map((open) => answerCall(open, 'not run: limit'));
  const interruption = interruptionOf(call, config, io.context().settings);
  const agentName = nameOf(config, interruption.agent);
  const answer = await io.wait({
    kind: 'handoff',
    prompt: promptOf(interruption, agentName),
    data: {
      reason: reasonOf(interruption),
      limit: interruption.limit,
      ...(interruption.error !== null && { error: interruption.error }),
      node: agentName,
      messages: [...before, ...opening, ...unanswered],
      choices: choicesOf(config, interruption.agent),
    },
  });
  // `accept` has given it this form.
  const given = answer as unknown as HandOffAnswer;
  const said = given.message === undefined ? [] : [userMessage(given.message)];
  const append = [...opening, ...unanswered, ...said];
  const target = targetOf(given, interruption);
  const value = { action: given.action, node: interruption.agent, to: target };
  const port =
    given.action === 'answer' && reasonOf(interruption) === 'edge' && config.always
      ? 'always'
      : target === null
        ? 'finish'
        : `to:${target}`;
  return {
    value,
    ports: { [port]: { ...value, answer: lastAnswer([...before, ...append]) } },
    context: { append, set: { next: port === 'finish' ? 'END' : null } },
  };
}

interface Interruption {
  /** The limit that was reached, if one was. */
  readonly limit: string | null;
  /** Why an agent failed, if one did. */
  readonly error: JsonObject | null;
  /** Who was at it. */
  readonly agent: string;
}

function reasonOf({ limit, error }: Interruption): 'limit' | 'failure' | 'edge' {
  if (limit !== null) return 'limit';
  return error === null ? 'edge' : 'failure';
}

function interruptionOf(
  { inputs }: NodeCall,
  config: HandOffConfig,
  settings: JsonObject,
): Interruption {
  const isAgent = (id: Json | undefined): id is string =>
    config.agents.some((agent) => agent.id === id);
  const edge = tokenOf(inputs, 'edge') ?? tokenOf(inputs, 'failed');
  const token = edge ?? tokenOf(inputs, 'input') ?? {};
  const limit = ownValue(token, 'limit');
  const error = ownValue(tokenOf(inputs, 'failed') ?? {}, 'error') ?? null;
  // At a limit an executor may have been about to run: in that case the calling agent was interrupted.
  const candidates = [ownValue(token, 'node'), ownValue(settings, 'agent')];
  return {
    limit: edge === undefined && typeof limit === 'string' ? limit : null,
    error: isObject(error) ? error : null,
    agent: candidates.find(isAgent) ?? config.entry,
  };
}

function tokenOf(inputs: JsonObject, port: string): JsonObject | undefined {
  const token = ownValue(inputs, port);
  return isObject(token) ? token : undefined;
}

function nameOf({ nodes }: HandOffConfig, id: string): string {
  return nodes.find((node) => node.id === id)?.name ?? id;
}

function promptOf(interruption: Interruption, agent: string): string {
  return `${whyIn(interruption, agent)} Answer with a message, or with { "action": "answer" | "route" | "end", "message", "next" }.`;
}

function whyIn({ limit, error }: Interruption, agent: string): string {
  if (limit !== null) return `The run reached its limit ${limit} at "${agent}".`;
  if (error === null) return `"${agent}" hands over to you.`;
  return `"${agent}" failed: ${textOf(ownValue(error, 'message') ?? '')}`;
}

/** By what the person may answer: the agent's own choices, those of the hand-off, the names of nodes. */
function choicesOf({ agents, nodes, routes }: HandOffConfig, agent: string): Json {
  const own = agents.find(({ id }) => id === agent)?.routes ?? [];
  return [...own, ...routes, ...nodes.map(({ id, name }) => ({ value: name, to: id }))];
}

function targetOf({ action, to }: HandOffAnswer, { agent }: Interruption): string | null {
  if (action === 'end') return null;
  return action === 'route' ? (to ?? null) : agent;
}
