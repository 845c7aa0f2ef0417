// The reuse of a replay
// While a replay runs, every request that equals one of the first run gets the recorded result: a whole activation, a single
// step of one, a person's answer. Owns: what the first run recorded and the replay has not taken over yet. Does not own: what
// applies from the start, which the fork has already taken over.
//
// U1. Equal means: node, type, config, inputs, what entered, and the conversation; for a step its request; for an answer the
//     question and the input of the node that asks.
// U2. A recorded result is used once, equal ones in order. It may come from another activation or another child: only the
//     request counts.
// U3. Failures are not results: what failed is executed again. So is every activation that asked somebody, step by step.
import {
  isObject,
  messagesOf,
  type ActivationName,
  type ExecuteEffect,
  type Json,
  type JsonObject,
  type NodeCompleted,
  type RunId,
  type StepRecorded,
  type Usage,
  type WaitAnswered,
  type WaitQuestion,
} from '@skein/kernel';
import { withoutUndefined, type RecordedCall } from '@skein/ports';
import { activationOf, type Standing } from '../../core/run/activation-of.ts';
import { unplaced, type Draft } from '../../core/run/draft.ts';
import type { DrivenRun, OpenExecution, Reuse } from '../../core/run/driven-run.ts';
import type { OpenWait } from '../../core/run/open-things.ts';
import { subagentsAsWritten } from '../forks/subagents-as-written.ts';
import { recordedBook, withNewIds, type RecordedBook } from './recorded-book.ts';

export interface RecordedActivation {
  readonly steps: readonly StepRecorded[];
  readonly end: NodeCompleted;
}

/** A call that was really made. */
export interface MadeCall extends ActivationName {
  readonly run: RunId;
  readonly request: Json;
}

export class ReplayReuse implements Reuse {
  readonly activations: RecordedBook<RecordedActivation>;
  readonly steps: RecordedBook<RecordedCall>;
  readonly answers: RecordedBook<WaitAnswered>;
  /** Calls inside children whose ends the fork has taken over as a whole. */
  takenCalls = 0;
  /** What was spent on everything that is reused. */
  readonly usage: { -readonly [Field in keyof Usage]-?: number };
  /** How many of the calls that were made succeeded. */
  answered = 0;
  /** Functions that were called, and calls that they made. */
  readonly ran: (ActivationName & { readonly run: RunId })[] = [];
  readonly made: MadeCall[] = [];

  /** `usage`: of what the fork has taken over. */
  constructor(isOwnId: (id: string) => boolean, usage: Required<Usage>) {
    this.usage = { ...usage };
    this.activations = recordedBook(isOwnId);
    this.steps = recordedBook(isOwnId);
    this.answers = recordedBook(isOwnId);
  }

  endActivation(execution: OpenExecution): boolean {
    const { driver, effect } = execution;
    const isFresh = effect.attempt === 1 && effect.recorded === undefined && effect.resume !== true;
    const taken = isFresh ? this.activations.take(activationAsk(driver, effect)) : null;
    if (taken === null) {
      const { node, activation } = effect;
      if (effect.resume !== true) this.ran.push({ run: driver.id, node, activation });
      return false;
    }
    const { steps, end } = withNewIds(taken.entry, taken.ids);
    const { node, activation } = effect;
    for (const row of [...steps, end]) {
      this.#count(row.usage);
      // Dates are current ones.
      const { dates: _, ...rest } = row;
      driver.post({ ...rest, ...unplaced, node, activation } as Draft, execution);
    }
    return true;
  }

  step(
    { driver, effect }: OpenExecution,
    request: Json,
  ): { readonly value: Json | undefined; readonly usage: Usage } | null {
    const { node, activation } = effect;
    const taken = this.steps.take(request);
    if (taken === null || 'failure' in taken.entry.outcome) {
      this.made.push({ run: driver.id, node, activation, request });
      return null;
    }
    const { outcome, usage = {} } = taken.entry;
    this.#count(usage);
    return { value: withNewIds(outcome.value, taken.ids), usage };
  }

  #count(usage: Usage = {}): void {
    for (const field of usageFields) this.usage[field] += usage[field] ?? 0;
  }

  noteAnswered(): void {
    this.answered += 1;
  }

  answer(driver: DrivenRun, wait: OpenWait): void {
    const taken = this.answers.take(questionAsk(driver, wait.effect));
    if (taken === null) return;
    const { answer, result, failure, by } = withNewIds(taken.entry, taken.ids);
    const draft: Draft<'wait.answered'> = {
      ...unplaced,
      type: 'wait.answered',
      wait: wait.effect.wait,
      answer,
      ...withoutUndefined({ result, failure, by }),
    };
    driver.post(draft, wait);
  }
}

export const usageFields = ['modelCalls', 'inputTokens', 'outputTokens', 'usd'] as const;

/** The request of an activation (U1). */
export function activationAsk({ graph, state }: Standing, effect: ExecuteEffect): JsonObject {
  const { node, nodeType, config, inputs, previous, context, each } = effect;
  const conversation = state.contexts.get(context);
  const known = graph.nodeById.get(node);
  const subagents = known === undefined ? undefined : subagentsAsWritten(graph, known);
  return {
    node,
    type: nodeType,
    config,
    inputs,
    // Elements are JSON.
    ...(each === undefined ? {} : { each: each.elements as unknown as Json }),
    ...(previous === undefined ? {} : { previous }),
    ...(subagents === undefined ? {} : { subagents }),
    // Messages are JSON.
    messages: messagesOf(conversation).slice() as unknown as Json,
    settings: conversation?.settings ?? {},
  };
}

/** Without the schema by which a changed call is checked: it says what may be answered, not what is asked. */
function asAsked(data: Json): Json {
  if (!isObject(data) || !Object.hasOwn(data, 'tool')) return data;
  const { parameters: _, ...rest } = data;
  return rest;
}

/** The question to a person, who asks it, and what about (U1). */
export function questionAsk(
  standing: Standing,
  asked: ActivationName & { readonly question: WaitQuestion },
): JsonObject {
  const { node, question } = asked;
  // How long it is open, and who is told of it, change nothing about what is asked.
  const { deadlineMs: _, notify: __, data, ...rest } = question;
  const activation = activationOf(standing, asked);
  return {
    node,
    question: (data === undefined ? rest : { ...rest, data: asAsked(data) }) as JsonObject,
    config: activation?.config ?? {},
    inputs: activation?.inputs ?? {},
    ...(activation?.previous === undefined ? {} : { previous: activation.previous }),
  };
}
