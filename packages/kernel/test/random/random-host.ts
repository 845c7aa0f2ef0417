// A host that answers at random: it keeps what the kernel has asked for, picks one request and reports its outcome.
// H1. What the kernel cancels is forgotten; an answer to it would be a late one, and some of those are sent on purpose.
// H2. After `BUSY_MAX` events functions only complete and fire nothing, and a run that still loops by itself (pure nodes,
//     limits that are raised again and again) is cancelled, so that every run ends.
import { waitId, type Effect, type Json, type NodeResult } from '@skein/kernel';
import type { PlainEvent } from '../run/play.ts';
import type { RandomSource } from './random-source.ts';
import { PORTS, randomValue } from './random-workflow.ts';

const BUSY_MAX = 60;
const RUNAWAY_MIN = 2 * BUSY_MAX;
const CONTINUES_MAX = 3;
const RAISES_MAX = 2;

export interface OpenThing {
  readonly kind: 'execute' | 'emit' | 'wait' | 'timer' | 'child' | 'slot' | 'continue';
  readonly node: string;
  readonly activation: number;
  readonly attempt: number;
  readonly index: number;
  readonly id: string;
  readonly at: number;
  readonly question: string;
}

export interface RandomHost {
  readonly open: ReadonlyMap<string, OpenThing>;
  /** Takes note of what the kernel wants. */
  readonly obey: (effects: readonly Effect[]) => void;
  /** The next event, or null when there is nothing to answer. */
  readonly next: (count: number, now: number) => PlainEvent | null;
}

const blank = { node: '', activation: 0, attempt: 0, index: 0, id: '', at: 0, question: '' };

export function randomHost(random: RandomSource): RandomHost {
  const open = new Map<string, OpenThing>();
  const past: OpenThing[] = [];
  let continues = 0;
  let raises = 0;
  const forget = (key: string): void => {
    const thing = open.get(key);
    if (thing !== undefined) past.push(thing);
    open.delete(key);
  };
  const obey = (effects: readonly Effect[]): void => {
    for (const effect of effects) {
      if (effect.type === 'cancel') for (const key of cancelledKeys(open, effect)) forget(key);
      const thing = thingOf(effect);
      if (thing !== null) open.set(keyOf(thing), thing);
    }
  };
  const next = (count: number, now: number): PlainEvent | null => {
    const isBusy = count < BUSY_MAX;
    const late = random.chance(0.05) ? past.filter((thing) => !open.has(keyOf(thing))) : [];
    if (isBusy && late.length > 0) return answer(random, random.pick(late), isBusy).event;
    if (count > RUNAWAY_MIN) return { type: 'run.cancelled' };
    if (isBusy && random.chance(0.005)) return { type: 'run.cancelled' };
    if (open.size === 0) return null;
    const thing = random.pick([...open.values()]);
    if (thing.kind === 'continue' && ++continues > CONTINUES_MAX) return { type: 'run.cancelled' };
    if (thing.question === 'limit' && ++raises > RAISES_MAX) return { type: 'run.cancelled' };
    const { event, isOver } = answer(random, thing, isBusy);
    if (isOver) forget(keyOf(thing));
    return { ...event, at: Math.max(now, thing.at) + random.between(0, 5) };
  };
  return { open, obey, next };
}

function keyOf({ kind, node, activation, index, id }: OpenThing): string {
  if (kind === 'wait' || kind === 'timer') return `${kind} ${id}`;
  return `${kind === 'emit' ? 'execute' : kind} ${node} ${activation} ${index}`;
}

function thingOf(effect: Effect): OpenThing | null {
  switch (effect.type) {
    case 'execute': {
      const { node, activation, attempt } = effect;
      return { ...blank, kind: 'execute', node, activation, attempt };
    }
    case 'emit':
      return { ...blank, kind: 'emit', node: effect.node, activation: effect.activation };
    case 'child': {
      const { node, activation, index } = effect;
      return { ...blank, kind: 'child', node, activation, index };
    }
    case 'wait': {
      const { wait, node, activation, question } = effect;
      return { ...blank, kind: 'wait', id: wait, node, activation, question: question.kind };
    }
    case 'timer':
      return { ...blank, kind: 'timer', id: effect.timer, at: effect.at };
    case 'slot':
      return {
        ...blank,
        kind: 'slot',
        node: effect.node ?? '',
        activation: effect.activation ?? 0,
      };
    case 'continue':
      return { ...blank, kind: 'continue' };
    case 'cancel':
    case 'finish':
      return null;
  }
}

function cancelledKeys(
  open: ReadonlyMap<string, OpenThing>,
  { what }: Extract<Effect, { type: 'cancel' }>,
): string[] {
  if (what.kind === 'wait') return [`wait ${what.wait}`];
  if (what.kind === 'timer') return [`timer ${what.timer}`];
  if (what.kind === 'slot') return [`slot ${what.node ?? ''} ${what.activation ?? 0} 0`];
  if (what.kind === 'execute') return [`execute ${what.node} ${what.activation} 0`];
  return [...open.keys()].filter((key) => key.startsWith(`child ${what.node} ${what.activation} `));
}

interface Answer {
  readonly event: PlainEvent;
  /** Whether this was the last word about it. */
  readonly isOver: boolean;
}

function answer(random: RandomSource, thing: OpenThing, isBusy: boolean): Answer {
  const { node, activation, index, id } = thing;
  switch (thing.kind) {
    case 'continue':
      return { event: { type: 'run.continued' }, isOver: true };
    case 'slot':
      return {
        event: { type: 'slot.granted', ...(node === '' ? {} : { node, activation }) },
        isOver: true,
      };
    case 'timer':
      return { event: { type: 'timer.fired', timer: id }, isOver: true };
    case 'wait':
      return { event: answerWait(random, thing, isBusy), isOver: true };
    case 'emit':
      return { event: { type: 'node.completed', node, activation, value: 'sent' }, isOver: true };
    case 'child':
      return answerChild(random, { node, activation, index }, isBusy);
    case 'execute':
      return answerExecution(random, thing, isBusy);
  }
}

function answerWait(random: RandomSource, thing: OpenThing, isBusy: boolean): PlainEvent {
  const { id, question } = thing;
  if (question === 'limit') {
    const raised = random.pick([{}, { maxSteps: 80, tokens: 10_000, timeoutMs: 10_000 }]);
    return isBusy
      ? { type: 'budget.raised', wait: waitId(id), ...raised }
      : { type: 'run.cancelled' };
  }
  if (random.chance(0.2)) return { type: 'wait.expired', wait: waitId(id) };
  if (question !== 'approval') return { type: 'wait.answered', wait: waitId(id), answer: 'yes' };
  const port = random.pick(['approved', 'rejected']);
  const result = { value: 'yes', ports: isBusy ? { [port]: 1 } : {} };
  return { type: 'wait.answered', wait: waitId(id), answer: 'yes', result };
}

function answerChild(
  random: RandomSource,
  child: { readonly node: string; readonly activation: number; readonly index: number },
  isBusy: boolean,
): Answer {
  if (isBusy && random.chance(0.2)) {
    const question = { kind: 'input', prompt: 'inner' };
    const waits = [{ id: waitId('w'), node: 'inner', question, createdAt: 1, deadlineAt: null }];
    return { event: { type: 'child.waiting', ...child, waits }, isOver: false };
  }
  if (isBusy && random.chance(0.2))
    return { event: { type: 'child.resumed', ...child }, isOver: false };
  const status = random.pick(['completed', 'completed', 'stopped', 'failed', 'cancelled'] as const);
  const output: Json = random.between(0, 3);
  return { event: { type: 'child.finished', ...child, status, output }, isOver: true };
}

function answerExecution(random: RandomSource, thing: OpenThing, isBusy: boolean): Answer {
  const { node, activation, attempt } = thing;
  const name = { node, activation };
  if (!isBusy) return { event: { type: 'node.completed', ...name, ports: {} }, isOver: true };
  const failure = {
    code: 'BROKEN',
    message: 'broke',
    retry: random.pick(['never', 'later'] as const),
  };
  const usage = { modelCalls: 1, inputTokens: random.between(0, 4), outputTokens: 1 };
  switch (random.between(0, 19)) {
    case 0:
      return { event: { type: 'attempt.failed', ...name, attempt, failure, usage }, isOver: true };
    case 1:
      return { event: { type: 'node.failed', ...name, failure }, isOver: true };
    case 2: {
      const question = { kind: 'input', ...(random.chance(0.5) ? { deadlineMs: 10 } : {}) };
      return { event: { type: 'node.waiting', ...name, key: 'k', question }, isOver: true };
    }
    case 3:
      return {
        event: { type: 'step.recorded', ...name, key: 's', value: 1, usage },
        isOver: false,
      };
    case 4:
      return { event: { type: 'budget.reached', limit: 'tokens', ...name }, isOver: true };
    default:
      return {
        event: { type: 'node.completed', ...name, ...randomResult(random), usage },
        isOver: true,
      };
  }
}

function randomResult(random: RandomSource): NodeResult {
  const value = randomValue(random);
  const ports = Object.fromEntries(
    PORTS.filter(() => random.chance(0.8)).map((port) => [port, random.between(0, 4)]),
  );
  const context = {
    ...(random.chance(0.5) ? { use: random.pick(['main', 'talk']) } : {}),
    append: [{ role: 'user', content: 'hi' }],
    set: { mood: 'good' },
  };
  return {
    ...value,
    ...(random.chance(0.4) ? { ports } : { ports: { '*': random.between(0, 4) } }),
    ...(random.chance(0.3) ? { context } : {}),
    ...(random.chance(0.01) ? { stop: { reason: 'enough' } } : {}),
  };
}
