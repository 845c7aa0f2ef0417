// Waits and delays: nodes that are a wait, and functions that ask.
import type { WaitQuestion } from '../../events.ts';
import type { Json, JsonObject } from '../../json.ts';
import { addEffect, derive, type Batch } from '../batch/batch.ts';
import { failActivation } from '../activations/fail-activation.ts';
import { makeId } from '../../state/output-id.ts';
import { extraOf, setStatus } from '../../state/node-state.ts';
import { parseIsoTime } from './parse-iso-time.ts';
import { setTimer } from './set-timer.ts';
import type { Activation, Token } from '../../state/run-state.ts';

/** A node that is a wait: it holds neither mutex nor slot. */
export function openWait(batch: Batch, activation: Activation): void {
  const config = activation.config as JsonObject;
  const { kind, type } = activation.node;
  const question = kind.question?.(config) ?? questionOf(type, config);
  openQuestion(batch, activation, question, null, config);
}

function questionOf(kind: string, config: JsonObject): WaitQuestion {
  const { prompt, schema, deadlineMs, who, name } = config;
  return {
    kind,
    ...(typeof prompt === 'string' ? { prompt } : {}),
    ...(schema === undefined || schema === null ? {} : { schema }),
    ...(typeof deadlineMs === 'number' ? { deadlineMs } : {}),
    ...(Array.isArray(who) ? { who: who.map(String) } : {}),
    ...(name === undefined ? {} : { data: { name } }),
  };
}

export function openQuestion(
  batch: Batch,
  activation: Activation,
  question: WaitQuestion,
  key: string | null,
  config: JsonObject | null,
): void {
  const { state, event } = batch;
  const { node, n } = activation;
  const shown = node.shownAs === node.id ? {} : { shownAs: node.shownAs };
  const id = makeId(batch);
  const { deadlineMs } = question;
  const deadlineAt = typeof deadlineMs === 'number' ? event.at + Math.max(0, deadlineMs) : null;
  const extra = extraOf(activation);
  extra.wait = id;
  extra.waitKey = key;
  setStatus(state, activation, 'waiting');
  if (asksPerson(question)) batch.asked++;
  state.waits.set(id, { id, node, activation: n, question, createdAt: event.at, deadlineAt, key });
  addEffect(batch, {
    type: 'wait',
    wait: id,
    node: node.id,
    activation: n,
    question,
    createdAt: event.at,
    deadlineAt,
    ...(config === null ? {} : { config }),
    ...shown,
  });
  derive(batch, {
    type: 'wait.opened',
    wait: id,
    node: node.id,
    activation: n,
    question,
    ...shown,
  });
}

/** Events come from outside by themselves, and a limit holds the run in its own way. */
export function asksPerson({ kind }: WaitQuestion): boolean {
  return kind !== 'event' && kind !== 'limit';
}

export function openDelay(batch: Batch, activation: Activation): readonly Token[] | null {
  const { event, state } = batch;
  const config = activation.config as JsonObject;
  const at = delayEnd(event.at, config.ms, config.until);
  if (at === null) {
    return failActivation(batch, activation, {
      code: 'BAD_CONFIG',
      message: `The delay needs "ms" (a number) or "until" (an ISO time), but has ${JSON.stringify(config)}.`,
      retry: 'never',
    });
  }
  setStatus(state, activation, 'waiting');
  extraOf(activation).timer = setTimer(batch, 'delay', at, activation);
  return null;
}

function delayEnd(now: number, ms: Json | undefined, until: Json | undefined): number | null {
  if (typeof ms === 'number') return now + Math.max(0, ms);
  // A template may give the number as text.
  if (typeof ms === 'string' && ms.trim() !== '' && Number.isFinite(Number(ms))) {
    return now + Math.max(0, Number(ms));
  }
  if (typeof until === 'number') return until;
  return typeof until === 'string' ? parseIsoTime(until) : null;
}
