// Progress items
// What of a run's stream is worth a line, with the time that each activation took.
import type { RunUpdate } from '@skein/engine';
import { isObject, type Derived, type Failure } from '@skein/kernel';
import { describeWait } from './describe-wait.ts';
import { isLast, item, type IsWritten, type ProgressItem } from './progress-item.ts';
import { stepItems } from './step-items.ts';

/** Reads one stream from its beginning: it remembers when activations began. */
export function progressItems(
  isWritten: IsWritten,
): (update: RunUpdate) => readonly ProgressItem[] {
  const begunAt = new Map<string, number>();
  const named = nameAsWritten(isWritten);
  return (update) => {
    if (update.type === 'transient') return tokenOf(update);
    const { at } = update.event;
    const items = update.derived.flatMap((derived): readonly ProgressItem[] => {
      const item = named(derived, itemOf(derived, at));
      if (item === null) return [];
      const begun = begunAt.get(item.key);
      if (begun === undefined) begunAt.set(item.key, at);
      if (!isLast(item)) return [item];
      begunAt.delete(item.key);
      return [{ ...item, tookMs: at - (begun ?? at) }];
    });
    return [...childOf(update), ...stepsOf(update), ...items];
  };
}

/** What a node asks that a dialect added, the one that it stands for asks; nothing else of it is shown. */
function nameAsWritten(
  isWritten: IsWritten,
): (derived: Derived, item: ProgressItem | null) => ProgressItem | null {
  const asking = new Map<string, string>();
  return (derived, item) => {
    if (item === null || item.node === '' || isWritten(item.node)) return item;
    if (derived.type === 'wait.opened' && derived.shownAs !== undefined) {
      asking.set(item.key, derived.shownAs);
    }
    const node = asking.get(item.key);
    if (node === undefined) return null;
    const shown: ProgressItem = { ...item, node, activation: 1 };
    if (isLast(item)) asking.delete(item.key);
    return item.kind === 'completed' ? { ...shown, kind: 'answered' } : shown;
  };
}

function itemOf(derived: Derived, at: number): ProgressItem | null {
  switch (derived.type) {
    case 'activation.started':
      return derived.attempt > 1 ? null : item('started', derived, at);
    case 'activation.completed': {
      const done = item('completed', derived, at);
      return derived.value === undefined ? done : { ...done, value: derived.value };
    }
    case 'activation.failed': {
      const { failure, handled } = derived;
      const how = handled ? ' (handled by an error edge)' : hintOf(failure);
      const isSentence = how === '' || handled || /[.!?]$/.test(failure.message);
      const detail = `(${failure.code}): ${failure.message}${isSentence ? '' : '.'}${how}`;
      return { ...item('failed', derived, at), detail };
    }
    case 'activation.retrying': {
      const detail = `${derived.failure.message}; next attempt in ${Math.max(0, derived.at - at)} ms`;
      return { ...item('retrying', derived, at), detail };
    }
    case 'activation.pending':
      return { ...item('pending', derived, at), detail: `lacks ${derived.missing.join(', ')}` };
    case 'activation.cancelled':
      return item('cancelled', derived, at);
    case 'wait.opened': {
      const { kind, prompt } = derived.question;
      const awaited = describeWait(kind);
      const detail = prompt === undefined ? awaited : `${awaited}: ${prompt}`;
      return { ...item('waiting', derived, at), detail };
    }
    case 'node.skipped':
      return {
        ...item('skipped', { node: derived.node, activation: 0 }, at),
        detail: derived.reason,
      };
    case 'limit.reached': {
      const { node, activation, limit } = derived;
      const place = { node: node ?? '', activation: activation ?? 0 };
      return { ...item('limit', place, at), detail: limit };
    }
    case 'activation.created':
    case 'condition.tried':
    case 'edge.fired':
    case 'items.taken':
    case 'steps.done':
    case 'token.absorbed':
    case 'token.dropped':
    case 'wait.closed':
    case 'state.changed':
    case 'run.responded':
    case 'run.status':
      return null;
  }
}

/** What the failure says can be done about it. */
function hintOf({ data }: Failure): string {
  const hint = data?.['hint'];
  return typeof hint === 'string' ? ` ${hint}` : '';
}

function tokenOf(update: Extract<RunUpdate, { type: 'transient' }>): readonly ProgressItem[] {
  const { data } = update;
  if (!isObject(data) || data['type'] !== 'token' || typeof data['text'] !== 'string') return [];
  return [{ ...item('token', update, 0), detail: data['text'] }];
}

function childOf({ event }: Extract<RunUpdate, { type: 'event' }>): readonly ProgressItem[] {
  if (event.type !== 'child.finished') return [];
  return [{ ...item('item', event, event.at), detail: `item ${event.index} ${event.status}` }];
}

function stepsOf({ event }: Extract<RunUpdate, { type: 'event' }>): readonly ProgressItem[] {
  return event.type === 'step.recorded' ? stepItems(event) : [];
}
