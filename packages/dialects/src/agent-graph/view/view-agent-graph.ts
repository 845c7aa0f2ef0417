// A run in this dialect's shape
// The conversation, the last choice, and the current node. Agents keep the conversation and their choice in the run's main context;
// the messages of an unfinished turn (failed, cancelled or still in flight) are only in the journal.
import {
  inputOf,
  isObject,
  isOver,
  messagesOf,
  ownValue,
  type Graph,
  type GraphNode,
  type Json,
  type JsonObject,
  type RunEvent,
  type RunState,
  type StepRecorded,
} from '@skein/kernel';
import type { ViewedRun } from '../../dialect/dialect.ts';

export function viewAgentGraph({ graph, state, journal, dialect }: ViewedRun): JsonObject {
  const main = state.contexts.get('main');
  const next = main === undefined ? undefined : ownValue(main.settings, 'next');
  const current = isOver(state) ? undefined : currentNode(state);
  const said = messagesOf(main);
  const isOwn = dialect === 'agent-graph';
  return {
    messages: [
      ...(said.length === 0 && isOwn ? openingOf(journal) : said),
      ...unfinishedTurn(graph, journal),
    ].flatMap(toMessage),
    next: typeof next === 'string' ? next : null,
    // A derived node is shown as the one that it stands for.
    currentNode: graph.nodeById.get(current?.shownAs ?? '')?.name ?? null,
    steps: state.steps,
    status: state.status,
  };
}

/** The run's input opens the conversation, even before an agent has answered it. */
function openingOf(journal: readonly RunEvent[]): readonly JsonObject[] {
  const input = inputOf(journal);
  if (input === undefined || input === '') return [];
  return [{ role: 'user', content: input }];
}

/** The messages of the newest turn, if it is unfinished. */
function unfinishedTurn(graph: Graph, journal: readonly RunEvent[]): readonly JsonObject[] {
  const at = journal.findLastIndex((event) => isTurnOf(graph, event));
  const turn = journal[at];
  if (turn?.type !== 'step.recorded' || !isObject(turn.value ?? null)) return [];
  if (journal.slice(at + 1).some((event) => isEndOf(turn, event))) return [];
  const { text = '', toolCalls = [] } = turn.value as JsonObject;
  const calls = Array.isArray(toolCalls) && toolCalls.length > 0 ? { toolCalls } : {};
  const name = graph.nodeById.get(turn.node)?.name ?? turn.node;
  return [{ role: 'assistant', content: text, name, ...calls }];
}

function isTurnOf({ nodeById }: Graph, event: RunEvent): boolean {
  if (event.type !== 'step.recorded' || !isObject(event.value ?? null)) return false;
  const isModel = ownValue(event.value as JsonObject, 'type') === 'model';
  return isModel && nodeById.get(event.node)?.type === 'agent-graph.agent';
}

function isEndOf({ node, activation }: StepRecorded, event: RunEvent): boolean {
  const isEnd = event.type === 'node.completed';
  return isEnd && event.node === node && event.activation === activation;
}

/** The node of the oldest living activation. */
function currentNode(state: RunState): GraphNode | undefined {
  const alive = [...state.nodes.values()].flatMap((node) => node.alive);
  return alive.toSorted((a, b) => a.born - b.born)[0]?.node;
}

const roles: ReadonlySet<Json | undefined> = new Set(['user', 'assistant', 'tool']);

function toMessage(message: JsonObject): readonly JsonObject[] {
  const role = ownValue(message, 'role');
  if (role === undefined || !roles.has(role)) return [];
  const content = ownValue(message, 'content') ?? '';
  const view: { [key: string]: Json } = {
    role,
    content: typeof content === 'string' ? content : JSON.stringify(content),
  };
  for (const key of ['name', 'toolCalls', 'toolCallId']) {
    const value = ownValue(message, key);
    if (value !== undefined) view[key] = value;
  }
  return [view];
}
