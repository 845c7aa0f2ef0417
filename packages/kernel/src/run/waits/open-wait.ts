// Waits and delays: nodes that are a wait, and functions that ask.
import type { WaitQuestion } from '../../events.ts';
import type { GraphNode } from '../../graph/graph.ts';
import { waitId, type WaitId } from '../../ids.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Activation } from '../../state/living.ts';
import { extraOf, setStatus } from '../../state/node-state.ts';
import { addEffect, derive, makeId, type Batch } from '../batch/batch.ts';
import { delayEnd } from './delay-end.ts';
import { asksPerson } from './gate.ts';
import { readNames } from './read-names.ts';
import { readNotice } from './read-notice.ts';
import { setTimer } from './set-timer.ts';

/** The rules since which `who` may be one name, and something that names nobody fails the node. */
const NAMES_SINCE = 4;

/** A node that is a wait: it holds neither mutex nor slot. False when its config does not say whom to ask. */
export function openWait(batch: Batch, activation: Activation): boolean {
  const config = activation.config as JsonObject;
  const { kind, type } = activation.node;
  const who = namesIn(batch, activation.node, config.who);
  if (who === null) return false;
  const question = kind.question?.(config) ?? questionOf(type, config, who);
  openQuestion(batch, activation, question, null, config);
  return true;
}

/** Undefined for a wait that names nobody on purpose; null for a value that names nobody by mistake: anybody could answer then. */
function namesIn(
  { state }: Batch,
  { config }: GraphNode,
  who: Json | undefined,
): readonly string[] | undefined | null {
  if (state.origin.rules < NAMES_SINCE) return Array.isArray(who) ? who.map(String) : undefined;
  if (who === undefined) return undefined;
  const names = readNames(who);
  if (names === null) return null;
  const isReference =
    config.kind === 'object' &&
    config.entries.some(
      ([key, { kind }]) => key === 'who' && (kind === 'reference' || kind === 'expression'),
    );
  return names.length === 0 && isReference ? null : names;
}

function questionOf(
  kind: string,
  config: JsonObject,
  who: readonly string[] | undefined,
): WaitQuestion {
  const { prompt, schema, deadlineMs, notify, name } = config;
  const notice = readNotice(notify);
  const question: WaitQuestion = {
    kind,
    ...(typeof prompt === 'string' ? { prompt } : {}),
    ...(schema === undefined || schema === null ? {} : { schema }),
    ...(typeof deadlineMs === 'number' ? { deadlineMs } : {}),
    ...(who === undefined ? {} : { who }),
    ...(name === undefined ? {} : { data: { name } }),
  };
  return notice === undefined ? question : { ...question, notify: notice };
}

export function openQuestion(
  batch: Batch,
  activation: Activation,
  question: WaitQuestion,
  key: string | null,
  config: JsonObject | null,
): void {
  extraOf(activation).wait = putQuestion(batch, activation, { question, key, config });
  setStatus(batch.state, activation, 'waiting');
}

/** The wait alone: whether the activation waits with it is for others to say. */
export function putQuestion(
  batch: Batch,
  activation: Activation,
  {
    question,
    key,
    config,
  }: {
    readonly question: WaitQuestion;
    readonly key: string | null;
    readonly config: JsonObject | null;
  },
): WaitId {
  const { state, event } = batch;
  const { node, n } = activation;
  const shown = node.shownAs === node.id ? {} : { shownAs: node.shownAs };
  const id = waitId(makeId(batch));
  const { deadlineMs } = question;
  const deadlineAt = typeof deadlineMs === 'number' ? event.at + Math.max(0, deadlineMs) : null;
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
  return id;
}

/** A timer, not a wait (SPEC K77). False when the config does not say until when. */
export function openDelay(batch: Batch, activation: Activation): boolean {
  const config = activation.config as JsonObject;
  const at = delayEnd(batch.event.at, config.ms, config.until);
  if (at === null) return false;
  setStatus(batch.state, activation, 'waiting');
  extraOf(activation).timer = setTimer(batch, 'delay', at, activation);
  return true;
}
