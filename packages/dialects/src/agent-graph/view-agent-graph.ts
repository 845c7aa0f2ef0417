// A run in this dialect's shape
// The conversation, what was chosen last, and who is at it. All of it is in the state: agents keep the conversation and their
// choice in the run's main context.
import {
  isOver,
  ownValue,
  type GraphNode,
  type Json,
  type JsonObject,
  type RunState,
} from '@skein/kernel';
import type { ViewedRun } from '../dialect.ts';

export function viewAgentGraph({ graph, state }: ViewedRun): JsonObject {
  const main = state.contexts.get('main');
  const next = main === undefined ? undefined : ownValue(main.settings, 'next');
  const current = isOver(state) ? undefined : currentNode(state);
  return {
    messages: (main?.messages ?? []).flatMap(toMessage),
    next: typeof next === 'string' ? next : null,
    // A derived node is shown as the one that it stands for.
    currentNode: graph.nodeById.get(current?.shownAs ?? '')?.name ?? null,
    steps: state.steps,
    status: state.status,
  };
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
