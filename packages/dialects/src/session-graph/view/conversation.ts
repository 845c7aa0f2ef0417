// What was said in a session
// Messages are only appended, in the order in which they were said: a question is there from the moment it is asked, whoever
// answers first, and stays when nobody does. The context of the run has a question only with its answer, so where the two
// orders differ the question is remembered with its place.
import {
  messagesOf,
  textOf,
  type Context,
  type Derived,
  type Graph,
  type Json,
  type RunEvent,
  type RunState,
} from '@skein/kernel';
import type { ProjectedMoment } from '../../dialect/projection.ts';

/** A question whose place differs from that of its message in the context, or that has no message there. */
export interface AskedPrompt {
  readonly wait: string;
  readonly content: string;
  /** How many messages the context had when it was asked. */
  readonly at: number;
  /** The index of the message that came with the answer; null without an answer. */
  readonly answered: number | null;
}

/** The questions after an event. */
export function notePrompts(
  graph: Graph,
  prompts: readonly AskedPrompt[],
  { event, state, derived }: Pick<ProjectedMoment, 'event' | 'state' | 'derived'>,
): readonly AskedPrompt[] {
  const count = countOf(state.contexts.get('main'));
  const answered = event.type === 'wait.answered' ? noteAnswer(prompts, event, count) : prompts;
  const asked = derived.flatMap((each) => promptOf(graph, each, count));
  return asked.length === 0 ? answered : [...answered, ...asked];
}

function promptOf(graph: Graph, derived: Derived, at: number): readonly AskedPrompt[] {
  if (derived.type !== 'wait.opened') return [];
  const { wait, node, question } = derived;
  if (!isOwn(graph.nodeById.get(node)?.type) || question.prompt === undefined) return [];
  return [{ wait, content: textOf(question.prompt), at, answered: null }];
}

function noteAnswer(
  prompts: readonly AskedPrompt[],
  { wait, result }: Extract<RunEvent, { type: 'wait.answered' }>,
  count: number,
): readonly AskedPrompt[] {
  const index = prompts.findIndex((prompt) => prompt.wait === wait);
  const prompt = prompts[index];
  const appended = result?.context?.append?.length ?? 0;
  if (prompt === undefined || appended === 0) return prompts;
  const answered = count - appended;
  const isLast = prompts.slice(index + 1).every(({ at }) => at !== prompt.at);
  // Where the message of the context stands at the question's place, there is nothing to remember.
  const kept = answered === prompt.at && isLast ? [] : [{ ...prompt, answered }];
  return prompts.toSpliced(index, 1, ...kept);
}

export function conversationOf(state: RunState, prompts: readonly AskedPrompt[]): Json {
  const messages = messagesOf(state.contexts.get('main'));
  const moved = new Set(prompts.map(({ answered }) => answered));
  const byPlace = Map.groupBy([...prompts, ...unknownPrompts(state, prompts)], ({ at }) => at);
  const askedAt = (place: number) =>
    (byPlace.get(place) ?? []).map(({ content }) => ({ role: 'assistant', content }));
  const said = messages.flatMap(({ role, content }, index) => [
    ...askedAt(index),
    ...(moved.has(index) ? [] : [{ role, content }]),
  ]);
  return [...said, ...askedAt(messages.length)];
}

/** Open questions from before a snapshot that did not name them. */
function unknownPrompts(state: RunState, known: readonly AskedPrompt[]): readonly AskedPrompt[] {
  const at = countOf(state.contexts.get('main'));
  return [...state.waits.values()].flatMap(({ id, node, question }) => {
    const isKnown = known.some(({ wait }) => wait === id);
    if (isKnown || !isOwn(node?.type) || question.prompt === undefined) return [];
    return [{ wait: id, content: textOf(question.prompt), at, answered: null }];
  });
}

function countOf(context: Context | undefined): number {
  return context === undefined ? 0 : context.unread + context.atHand.length;
}

function isOwn(type: string | undefined): boolean {
  return type?.startsWith('session-graph.') === true;
}
