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
      ...interruption.why,
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
    given.action === 'answer' && interruption.why.reason === 'edge' && config.always
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
  readonly why: Why;
  /** Who was at it. */
  readonly agent: string;
}

type Why =
  | { readonly reason: 'limit'; readonly limit: string }
  | { readonly reason: 'failure'; readonly limit: null; readonly error: JsonObject }
  | { readonly reason: 'edge'; readonly limit: null };

function whyIn(inputs: JsonObject): Why {
  const failed = tokenOf(inputs, 'failed');
  const error = failed === undefined ? null : (ownValue(failed, 'error') ?? null);
  if (isObject(error)) return { reason: 'failure', limit: null, error };
  const reached = tokenOf(inputs, 'edge') === undefined ? tokenOf(inputs, 'input') : undefined;
  const limit = reached === undefined ? undefined : ownValue(reached, 'limit');
  return typeof limit === 'string' ? { reason: 'limit', limit } : { reason: 'edge', limit: null };
}

function interruptionOf(
  { inputs }: NodeCall,
  config: HandOffConfig,
  settings: JsonObject,
): Interruption {
  const isAgent = (id: Json | undefined): id is string =>
    config.agents.some((agent) => agent.id === id);
  const ports = ['edge', 'failed', 'input'];
  const token = ports.map((port) => tokenOf(inputs, port)).find((each) => each !== undefined) ?? {};
  // At a limit an executor may have been about to run: in that case the calling agent was interrupted.
  const candidates = [ownValue(token, 'node'), ownValue(settings, 'agent')];
  return { why: whyIn(inputs), agent: candidates.find(isAgent) ?? config.entry };
}

function tokenOf(inputs: JsonObject, port: string): JsonObject | undefined {
  const token = ownValue(inputs, port);
  return isObject(token) ? token : undefined;
}

function nameOf({ nodes }: HandOffConfig, id: string): string {
  return nodes.find((node) => node.id === id)?.name ?? id;
}

function promptOf({ why }: Interruption, agent: string): string {
  return `${sentenceOf(why, agent)} Answer with a message, or with { "action": "answer" | "route" | "end", "message", "next" }.`;
}

function sentenceOf(why: Why, agent: string): string {
  switch (why.reason) {
    case 'limit':
      return `The run reached its limit ${why.limit} at "${agent}".`;
    case 'failure':
      return `"${agent}" failed: ${textOf(ownValue(why.error, 'message') ?? '')}`;
    case 'edge':
      return `"${agent}" hands over to you.`;
  }
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
