// What a durable function did, from its journal
// A function is one node of its workflow; what a person wants to see are its calls: steps, questions, sleeps, child runs. Their keys tell
// which call a row belongs to: a name and a count, inside of the scopes in which it was made (`docs#1[3]/fetch#1`).
import { codeKind, isObject, ownValue, type Graph } from '@skein/kernel';
import type { Moment } from './rebuild-run.ts';

export type CallKind = 'step' | 'model' | 'approval' | 'input' | 'event' | 'timer' | 'child';

export interface FunctionCall {
  readonly key: string;
  /** Without counts and items: calls in a loop have the same one. */
  readonly name: string;
  /** Of the item or function that it was made in; '' outside of all. */
  readonly scope: string;
  readonly kind: CallKind;
  readonly activation: number;
  readonly status: 'completed' | 'failed' | 'waiting' | 'retrying' | 'running';
  readonly fromMs: number;
  /** Null while it goes on. */
  readonly toMs: number | null;
  readonly seq: number;
}

/** The node of a workflow that is a function of code. */
export function functionNodeOf({ nodes }: Pick<Graph, 'nodes'>): string | null {
  return nodes.find(({ type }) => codeKind(type)?.asks === 'together')?.id ?? null;
}

/** In the order in which they began, as far as the journal tells. */
export function functionCalls(moments: readonly Moment[], node: string): readonly FunctionCall[] {
  const known: Known = {
    calls: new Map(),
    waits: new Map(),
    dueAt: new Map(),
    children: new Map(),
  };
  let lastMs = 0;
  for (const moment of moments) {
    const { event } = moment;
    const isOwn = !('node' in event) || event.node === node;
    if (isOwn) take(known, moment, lastMs);
    lastMs = event.at;
  }
  return [...known.calls.values()];
}

interface Known {
  /** By activation and key. */
  readonly calls: Map<string, FunctionCall>;
  /** The calls that wait: by the id of the wait, with the time of a timer, in the order of the child runs of an activation. */
  readonly waits: Map<string, string>;
  readonly dueAt: Map<string, number>;
  readonly children: Map<number, string[]>;
}

function take(known: Known, { event, derived }: Moment, lastMs: number): void {
  const { at } = event;
  if (event.type === 'step.recorded' || event.type === 'node.waiting') record(known, event, lastMs);
  if (event.type === 'node.waiting') awaitEnd(known, event, derived);
  if (event.type === 'wait.answered') close(known, known.waits.get(event.wait), { at });
  if (event.type === 'wait.expired')
    close(known, known.waits.get(event.wait), { at, isLate: true });
  if (event.type === 'timer.fired') close(known, firstDue(known, at), { at });
  if (event.type === 'child.finished') {
    const id = known.children.get(event.activation)?.[event.index];
    close(known, id, { at, isLate: event.status !== 'completed' });
  }
}

type CallEvent = Extract<Moment['event'], { type: 'step.recorded' | 'node.waiting' }>;

/** A step is recorded when it ends: it began after the row before it. */
function record({ calls }: Known, event: CallEvent, lastMs: number): void {
  const parts = partsOf(event.key);
  if (parts === null) return;
  const id = idOf(event.activation, event.key);
  const before = calls.get(id);
  const isWait = event.type === 'node.waiting';
  const isFailed = event.key.endsWith('!');
  const isRetry = event.key.includes('~');
  calls.set(id, {
    ...parts,
    kind: isWait && !isRetry ? kindOf(event.question.kind) : (before?.kind ?? stepKind(event)),
    activation: event.activation,
    status: isFailed ? 'failed' : isRetry ? 'retrying' : isWait ? 'waiting' : 'completed',
    fromMs: before?.fromMs ?? (isWait ? event.at : lastMs),
    toMs: isWait || isRetry ? null : event.at,
    seq: before?.seq ?? event.seq,
  });
}

/** Notes by what it will end. */
function awaitEnd(
  { waits, dueAt, children }: Known,
  { activation, key, question, at }: Extract<CallEvent, { type: 'node.waiting' }>,
  derived: Moment['derived'],
): void {
  const id = idOf(activation, key);
  for (const fact of derived) if (fact.type === 'wait.opened') waits.set(fact.wait, id);
  if (question.kind === 'timer') dueAt.set(id, at + (question.deadlineMs ?? 0));
  if (question.kind === 'child')
    children.set(activation, [...(children.get(activation) ?? []), id]);
}

/** Rows of timers do not name the call; they fire in the order of their times. */
function firstDue({ dueAt }: Known, at: number): string | undefined {
  const [first] = [...dueAt].filter(([, due]) => due <= at).toSorted(([, a], [, b]) => a - b);
  return first?.[0];
}

function close(
  { calls, dueAt }: Known,
  id: string | undefined,
  { at, isLate = false }: { readonly at: number; readonly isLate?: boolean },
): void {
  const call = id === undefined ? undefined : calls.get(id);
  if (id === undefined || call === undefined) return;
  dueAt.delete(id);
  // A retry has waited for its next attempt.
  const isOver = call.status === 'waiting';
  const status = isOver ? (isLate ? 'failed' : 'completed') : 'running';
  calls.set(id, { ...call, status, toMs: isOver ? at : null });
}

function idOf(activation: number, key: string): string {
  return `${activation} ${partsOf(key)?.key ?? key}`;
}

/** The scopes, then the call itself; what follows it belongs to its inside or its attempts. */
const keyForm = /^((?:[^#]*#\d+(?:\[\d+\])?\/)*)([^#]*)#(\d+)/;

/** Null for what the function asked about itself: the time, ids, versions. */
function partsOf(key: string): Pick<FunctionCall, 'key' | 'name' | 'scope'> | null {
  const [whole, scope = '', own = ''] = keyForm.exec(key) ?? [];
  if (whole === undefined) return null;
  if (own.startsWith('@') && own !== '@sleep') return null;
  const name = own === '@sleep' ? 'sleep' : own;
  return { key: whole, scope, name: `${scope.replaceAll(/#\d+(?:\[\d+\])?/g, '')}${name}` };
}

const kinds = new Set<string>(['approval', 'input', 'event', 'timer', 'child']);

function kindOf(kind: string): CallKind {
  // It was found among them.
  return kinds.has(kind) ? (kind as CallKind) : 'input';
}

function stepKind(event: CallEvent): CallKind {
  const value = event.type === 'step.recorded' && isObject(event.value) ? event.value : {};
  return ownValue(value, 'type') === 'model' ? 'model' : 'step';
}
