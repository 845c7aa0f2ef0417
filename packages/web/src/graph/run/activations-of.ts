import type { Json, JsonObject, Usage } from '@skein/kernel';
import { shownFailure, type ShownFailure } from './failure-hints.ts';
import type { Moment } from './rebuild-run.ts';

export interface ActivationFacts {
  readonly n: number;
  readonly inputs: JsonObject;
  readonly output: Json | undefined;
  readonly ports: readonly string[];
  /** How it failed; while it is tried again: how its last attempt did. */
  readonly error: ShownFailure | null;
  readonly attempts: number;
  readonly startedMs: number | null;
  readonly durationMs: number | null;
  readonly usage: { readonly input: number; readonly output: number; readonly usd: number };
}

type Draft = { -readonly [key in keyof ActivationFacts]: ActivationFacts[key] };

/** Everything about each activation of a node, in order. */
export function activationsOf(
  moments: readonly Moment[],
  node: string,
): readonly ActivationFacts[] {
  const drafts = new Map<number, Draft>();
  for (const { event, derived } of moments) {
    const isOwn = 'node' in event && event.node === node && event.activation !== undefined;
    const spent = isOwn && 'usage' in event ? event.usage : undefined;
    const current = isOwn ? drafts.get(event.activation ?? 0) : undefined;
    if (spent !== undefined) addUsage(current, spent);
    if (isOwn && event.type === 'attempt.failed' && current !== undefined)
      current.error = shownFailure(event.failure);
    for (const fact of derived) {
      if (!('node' in fact) || fact.node !== node || !('activation' in fact)) continue;
      if (fact.type === 'activation.created')
        drafts.set(fact.activation, createDraft(fact.activation, fact.inputs));
      const draft = drafts.get(fact.activation ?? 0);
      if (draft !== undefined) takeFact(draft, fact, event.at);
    }
  }
  return [...drafts.values()];
}

function createDraft(n: number, inputs: JsonObject): Draft {
  return {
    n,
    inputs,
    output: undefined,
    ports: [],
    error: null,
    attempts: 0,
    startedMs: null,
    durationMs: null,
    usage: { input: 0, output: 0, usd: 0 },
  };
}

function takeFact(draft: Draft, fact: Moment['derived'][number], at: number): void {
  if (fact.type === 'activation.started') {
    draft.startedMs ??= at;
    draft.attempts = Math.max(draft.attempts, fact.attempt);
  } else if (fact.type === 'wait.opened') {
    draft.startedMs ??= at;
  } else if (fact.type === 'activation.completed') {
    draft.error = null;
    draft.output = fact.value;
    draft.ports = fact.ports;
    draft.durationMs = draft.startedMs === null ? null : at - draft.startedMs;
  } else if (fact.type === 'activation.failed') {
    draft.error = shownFailure(fact.failure);
    draft.durationMs = draft.startedMs === null ? null : at - draft.startedMs;
  }
}

function addUsage(draft: Draft | undefined, spent: Usage): void {
  if (draft === undefined) return;
  const { input, output, usd } = draft.usage;
  draft.usage = {
    input: input + (spent.inputTokens ?? 0),
    output: output + (spent.outputTokens ?? 0),
    usd: usd + (spent.usd ?? 0),
  };
}
