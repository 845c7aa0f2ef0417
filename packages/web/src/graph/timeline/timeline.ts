// Timeline
// A run as bars over time: one row per activation, with its attempts and recorded steps below. Long idle stretches are
// folded, so that a run that waited a day still shows its seconds.
//
// T1. The scale is monotonic: later is never left of earlier.
// T2. A fold takes a fixed share of the width, whatever its duration.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { modelWords } from '../../text/model-words.ts';
import { numberAt, objectAt, textAt } from '../own-keys.ts';
import { functionCalls, type FunctionCall } from '../run/function-calls.ts';
import type { Moment } from '../run/rebuild-run.ts';
import { nestedRows } from '../run/subagents/nested-rows.ts';

export interface Span {
  readonly key: string;
  readonly node: string;
  readonly activation: number;
  readonly label: string;
  readonly depth: number;
  readonly status: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Between its creation and its start. */
  readonly queuedMs: number;
  readonly seq: number;
}

/** `call` is set where a subagent was called, `inside` where one did something. */
interface InnerRow {
  readonly span: Span;
  readonly call: string;
  readonly inside: string;
}

interface Draft {
  readonly node: string;
  readonly activation: number;
  createdMs: number;
  startedMs: number | null;
  endedMs: number | null;
  status: string;
  readonly seq: number;
  readonly inner: InnerRow[];
  /** The nesting of called subagents: each is above what it does. */
  readonly subagents: Map<string, number>;
  attempts: { fromMs: number; toMs: number | null; failure: string | null }[];
  lastMs: number;
}

interface SpanOptions {
  readonly nowMs: number;
  readonly titleOf: (node: string) => string;
  /** The node that is a durable function: its rows are its calls. */
  readonly functionNode?: string | null;
}

/** The rows of a timeline; `nowMs` is the end of what still runs. */
export function spansOf(
  moments: readonly Moment[],
  { nowMs, titleOf, functionNode = null }: SpanOptions,
): readonly Span[] {
  const drafts = new Map<string, Draft>();
  for (const moment of moments) take(drafts, moment);
  const calls = functionNode === null ? [] : functionCalls(moments, functionNode);
  return [...drafts.values()].flatMap((draft) => {
    if (draft.node !== functionNode) return toSpans(draft, nowMs, titleOf);
    const own = calls.filter(({ activation }) => activation === draft.activation);
    const isOver = draft.endedMs !== null;
    const inner = own.map((call) => callSpan(call, { node: draft.node, isOver, nowMs }));
    return [...toSpans({ ...draft, inner: [], attempts: [] }, nowMs, titleOf), ...inner];
  });
}

/** A call of a durable function; one that lost a race is over when the function is. */
function callSpan(
  call: FunctionCall,
  {
    node,
    isOver,
    nowMs,
  }: { readonly node: string; readonly isOver: boolean; readonly nowMs: number },
): Span {
  const { key, name, activation, status, fromMs, toMs, seq } = call;
  const count = /#(\d+)$/.exec(key)?.[1] ?? '1';
  const item = /\[(\d+)\]\/[^/]*$/.exec(key)?.[1];
  const note = [item === undefined ? '' : `item ${Number(item) + 1}`, count === '1' ? '' : count];
  return {
    key: `${activation} ${node} ${key}`,
    node,
    activation,
    label: [name, ...note.filter((each) => each !== '')].join(' · '),
    depth: 1,
    status: toMs === null && isOver ? 'cancelled' : status,
    fromMs,
    toMs: toMs ?? Math.max(nowMs, fromMs),
    queuedMs: 0,
    seq,
  };
}

function take(drafts: Map<string, Draft>, { event, derived }: Moment): void {
  const at = event.at;
  if (event.type === 'step.recorded') {
    const draft = drafts.get(`${event.activation} ${event.node}`);
    if (draft !== undefined)
      takeStep(draft, { key: event.key, value: event.value, at, seq: event.seq });
  }
  for (const fact of derived) {
    if (!('activation' in fact) || !('node' in fact) || fact.node === null) continue;
    const key = `${fact.activation} ${fact.node}`;
    if (fact.type === 'activation.created')
      drafts.set(key, createDraft(fact.node, fact.activation, at, event.seq));
    const draft = drafts.get(key);
    if (draft !== undefined) takeFact(draft, fact, at);
  }
}

function createDraft(node: string, activation: number, at: number, seq: number): Draft {
  const times = { createdMs: at, startedMs: null, endedMs: null, lastMs: at };
  return {
    node,
    activation,
    ...times,
    status: 'ready',
    seq,
    inner: [],
    subagents: new Map(),
    attempts: [],
  };
}

function takeFact(draft: Draft, fact: Moment['derived'][number], at: number): void {
  switch (fact.type) {
    case 'activation.started':
      draft.startedMs ??= at;
      draft.status = 'running';
      draft.lastMs = at;
      draft.attempts.push({ fromMs: at, toMs: null, failure: null });
      return;
    case 'activation.retrying':
      draft.status = 'retrying';
      closeAttempt(draft, at, fact.failure.message);
      return;
    case 'activation.completed':
      draft.status = 'completed';
      draft.endedMs = at;
      closeAttempt(draft, at, null);
      return;
    case 'activation.failed':
      draft.status = 'failed';
      draft.endedMs = at;
      closeAttempt(draft, at, fact.failure.message);
      return;
    case 'activation.cancelled':
      draft.status = 'cancelled';
      draft.endedMs = at;
      return;
    case 'activation.pending':
      draft.status = 'pending';
      return;
    case 'wait.opened':
      draft.startedMs ??= at;
      draft.status = 'waiting';
      return;
    case 'wait.closed':
      draft.status = 'running';
      return;
    case 'activation.created':
    case 'condition.tried':
    case 'edge.fired':
    case 'limit.reached':
    case 'node.skipped':
    case 'run.status':
    case 'state.changed':
    case 'run.responded':
    case 'items.taken':
    case 'steps.done':
    case 'token.absorbed':
    case 'token.dropped':
  }
}

function closeAttempt(draft: Draft, at: number, failure: string | null): void {
  const last = draft.attempts.at(-1);
  if (last !== undefined && last.toMs === null) {
    last.toMs = at;
    last.failure = failure;
  }
}

interface Step {
  readonly key: string;
  readonly value: Json | undefined;
  readonly at: number;
  readonly seq: number;
}

function takeStep(draft: Draft, { key, value, at, seq }: Step): void {
  const from = draft.lastMs;
  draft.lastMs = at;
  if (!isObject(value)) return;
  const type = ownValue(value, 'type');
  const isSubagent = type === 'subagent.start' || type === 'subagent.end';
  if (type !== 'model' && type !== 'tool' && !isSubagent) return;
  const status = ownValue(value, 'error') === undefined ? 'completed' : 'failed';
  const call = textAt(value, 'callId');
  const begun = type === 'subagent.end' ? (draft.subagents.get(call) ?? -1) : -1;
  const row = draft.inner[begun];
  if (row !== undefined) {
    draft.inner[begun] = { ...row, span: { ...row.span, status, toMs: at } };
    return;
  }
  if (type === 'subagent.start') draft.subagents.set(call, draft.inner.length);
  const inside = isSubagent
    ? textAt(value, 'parentCallId')
    : textAt(objectAt(value, 'inside'), 'callId');
  const span = {
    key: `${draft.activation} ${draft.node} ${key}`,
    node: draft.node,
    activation: draft.activation,
    label: stepLabel(value, isSubagent),
    depth: isSubagent ? numberAt(value, 'depth') : 1 + numberAt(objectAt(value, 'inside'), 'depth'),
    status: type === 'subagent.start' ? 'running' : status,
    fromMs: type === 'subagent.start' ? at : from,
    toMs: at,
    queuedMs: 0,
    seq,
  };
  draft.inner.push({ span, call: isSubagent ? call : '', inside });
}

function stepLabel(value: JsonObject, isSubagent: boolean): string {
  const name = textAt(value, 'name');
  if (isSubagent) return `${textAt(value, 'nodeName') || name} (subagent)`;
  const model = textAt(value, 'model');
  const words = modelWords(model);
  return name || (words === model ? ['model', model].filter(Boolean).join(' · ') : words);
}

function toSpans(draft: Draft, nowMs: number, titleOf: (node: string) => string): readonly Span[] {
  const { node, activation, createdMs, startedMs, endedMs, status, seq, attempts } = draft;
  const key = `${activation} ${node}`;
  const fromMs = createdMs;
  const toMs = endedMs ?? Math.max(nowMs, createdMs);
  const queuedMs = startedMs === null ? 0 : startedMs - createdMs;
  const title = titleOf(node);
  const label = activation > 1 ? `${title} · ${activation}` : title;
  const main: Span = {
    key,
    node,
    activation,
    label,
    depth: 0,
    status,
    fromMs,
    toMs,
    queuedMs,
    seq,
  };
  const inner = nestedRows(draft.inner).map(({ span }) =>
    span.status === 'running'
      ? { ...span, toMs, status: endedMs === null ? 'running' : 'cancelled' }
      : span,
  );
  if (attempts.length <= 1) return [main, ...inner];
  const tried = attempts.map((attempt, index): Span => {
    const end = attempt.toMs ?? toMs;
    const note = attempt.failure === null ? '' : ` · ${attempt.failure}`;
    return {
      ...main,
      key: `${key} attempt ${index + 1}`,
      label: `attempt ${index + 1}${note}`,
      depth: 1,
      status: attempt.failure !== null ? 'failed' : attempt.toMs === null ? 'running' : 'completed',
      fromMs: attempt.fromMs,
      toMs: end,
      queuedMs: 0,
    };
  });
  return [main, ...tried, ...inner];
}

export interface Fold {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Scale {
  /** Share of the width, from 0 to 1. */
  readonly place: (ms: number) => number;
  readonly folds: readonly Fold[];
  readonly fromMs: number;
  readonly toMs: number;
}

const foldShare = 0.12;
/** Of all folds together; if nothing else is shown, they take the whole width. */
const foldsShareMax = 0.5;
const foldFromMs = 3_000;

/** A scale for these rows that folds stretches in which the run only waited for people or timers. */
export function scaleOf(spans: readonly Span[]): Scale {
  if (spans.length === 0) return { place: () => 0, folds: [], fromMs: 0, toMs: 0 };
  // Not by one call with all of them: there are more than a call can have.
  const fromMs = spans.reduce((least, span) => Math.min(least, span.fromMs), Infinity);
  const toMs = spans.reduce((most, span) => Math.max(most, span.toMs), fromMs + 1);
  const busy = busyStretches(spans);
  const idle = idleStretches(busy, fromMs, toMs);
  const idleMs = idle.reduce((sum, fold) => sum + fold.toMs - fold.fromMs, 0);
  const busyMs = Math.max(1, toMs - fromMs - idleMs);
  const folds = idle.filter((fold) => fold.toMs - fold.fromMs > Math.max(foldFromMs, busyMs / 4));
  const foldedMs = folds.reduce((sum, fold) => sum + fold.toMs - fold.fromMs, 0);
  const shownMs = toMs - fromMs - foldedMs;
  const share =
    shownMs === 0 ? 1 / folds.length : Math.min(foldShare, foldsShareMax / folds.length);
  const open = 1 - folds.length * share;
  const place = (ms: number) => {
    let shown = Math.min(Math.max(ms, fromMs), toMs) - fromMs;
    let passed = 0;
    for (const fold of folds) {
      if (ms <= fold.fromMs) break;
      const inside = Math.min(ms, fold.toMs) - fold.fromMs;
      shown -= inside;
      passed += share * (inside / (fold.toMs - fold.fromMs));
    }
    return Math.min(1, (shownMs === 0 ? 0 : (shown / shownMs) * open) + passed);
  };
  return { place, folds, fromMs, toMs };
}

/** Waiting is not work: a waiting row counts only at its start and its end. */
function busyStretches(spans: readonly Span[]): readonly Fold[] {
  return spans.flatMap((span) => {
    const isWork = span.depth > 0 || span.status === 'running';
    const whole = { fromMs: span.fromMs, toMs: span.toMs };
    if (isWork || span.toMs - span.fromMs <= foldFromMs) return [whole];
    return [
      { fromMs: span.fromMs, toMs: span.fromMs },
      { fromMs: span.toMs, toMs: span.toMs },
    ];
  });
}

function idleStretches(busy: readonly Fold[], fromMs: number, toMs: number): readonly Fold[] {
  const idle: Fold[] = [];
  let reached = fromMs;
  for (const stretch of busy.toSorted((left, right) => left.fromMs - right.fromMs)) {
    if (stretch.fromMs > reached) idle.push({ fromMs: reached, toMs: stretch.fromMs });
    reached = Math.max(reached, stretch.toMs);
  }
  if (reached < toMs) idle.push({ fromMs: reached, toMs });
  return idle;
}
