// The same activation in two runs
// Whether what one run recorded can replace what another one would do: the same node with the same request.
import {
  equalJson,
  messagesOf,
  type Activation,
  type ActivationName,
  type Context,
  type Graph,
  type Json,
  type RunState,
} from '@skein/kernel';
import { subagentsAsWritten } from './subagents-as-written.ts';

/** A run at one moment, with the graph that it follows. */
export interface Moment {
  readonly graph: Graph;
  state: RunState;
}

function livingActivation(
  { graph, state }: Moment,
  { node, activation }: ActivationName,
): Activation | undefined {
  const known = graph.nodeById.get(node);
  const alive = known === undefined ? [] : (state.nodes.get(known.index)?.alive ?? []);
  return alive.find(({ n }) => n === activation);
}

/** Null when they are the same, else what differs. */
export function findDifference(before: Moment, after: Moment, name: ActivationName): string | null {
  const was = livingActivation(before, name);
  const is = livingActivation(after, name);
  if (was === undefined) return 'it counted for nothing in the first run either';
  if (is === undefined) return 'the new run has not come there';
  if (was.node.type !== is.node.type) return `the node is now of type ${is.node.type}`;
  if (was.status !== is.status) return `it is ${is.status} there, and was ${was.status}`;
  if (!equalJson(was.config ?? null, is.config ?? null)) return 'its config is another one';
  if (!sameSubagents(before, after, { was, is })) return 'an agent that it may call is another one';
  if (!equalJson(was.inputs, is.inputs)) return 'its inputs are other ones';
  if (!sameValue(was.previous, is.previous)) return 'it gets another value';
  if (!sameMessages(contextOf(before, was), contextOf(after, is))) {
    return 'the conversation before it is another one';
  }
  return null;
}

function sameSubagents(
  before: Moment,
  after: Moment,
  { was, is }: { readonly was: Activation; readonly is: Activation },
): boolean {
  return sameValue(
    subagentsAsWritten(before.graph, was.node),
    subagentsAsWritten(after.graph, is.node),
  );
}

function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return equalJson(a, b);
}

function contextOf({ state }: Moment, { context }: Activation): Context | undefined {
  return state.contexts.get(context);
}

function sameMessages(a: Context | undefined, b: Context | undefined): boolean {
  const [before, after] = [messagesOf(a), messagesOf(b)];
  if (before.length !== after.length) return false;
  if (!equalJson(a?.settings ?? {}, b?.settings ?? {})) return false;
  // Reused rows share their messages, so most are identical objects.
  return before.every((message, i) => message === after[i] || equalJson(message, after[i] ?? null));
}
