// Acts: nodes of every mode, and what the world outside does to a run beyond completing and failing nodes.
import {
  runView,
  waitId,
  type Derived,
  type Effect,
  type Json,
  type JsonObject,
  type Usage,
  type WaitId,
  type WorkflowNode,
} from '@skein/kernel';
import type { Player } from './play.ts';

export const START = 1_000_000;

type More = Partial<WorkflowNode>;

/** A person is asked. */
export function ask(id: string, more: More = {}): WorkflowNode {
  return { id, type: 'input', config: { prompt: `${id}?` }, ...more };
}

export function compute(id: string, value: Json = id, more: More = {}): WorkflowNode {
  return { id, type: 'transform', config: { value }, ...more };
}

export function delay(id: string, ms: number, more: More = {}): WorkflowNode {
  return { id, type: 'delay', config: { ms }, ...more };
}

export function event(id: string, more: More = {}): WorkflowNode {
  return { id, type: 'event', config: { name: id }, ...more };
}

export function map(id: string, config: JsonObject, more: More = {}): WorkflowNode {
  return { id, type: 'map', config: { workflow: 'inner', ...config }, ...more };
}

/** The function of a node asks a person (`io.wait`); the player still lists it as running. */
export function suspend(run: Player, node: string, kind = 'input'): Player {
  const { activation } = run.execution(node);
  return run.send({ type: 'node.waiting', node, activation, key: 'question', question: { kind } });
}

/** Completes a node that has spent something, at a time of its own. */
export function completeWith(run: Player, node: string, usage: Usage, at?: number): Player {
  const result = { value: `${node}#${run.execution(node).activation}`, usage };
  return run.complete(node, at === undefined ? result : Object.assign(result, { at }));
}

export function childEnds(
  run: Player,
  node: string,
  index: number,
  how: {
    status?: 'failed' | 'cancelled' | 'stopped' | 'stalled';
    output?: Json;
    usage?: Usage;
  } = {},
): Player {
  const { status = 'completed', output = `${node}/${index}`, usage } = how;
  const failure = { code: 'CHILD_BROKE', message: `item ${index} broke` };
  return run.send({
    type: 'child.finished',
    node,
    activation: run.count(node),
    index,
    status,
    ...(status === 'completed' ? { output } : {}),
    ...(status === 'failed' ? { failure } : {}),
    ...(usage === undefined ? {} : { usage }),
  });
}

export function childWaits(run: Player, node: string, index: number): Player {
  const wait = {
    id: waitId(`wait-${index}`),
    node: 'review',
    question: { kind: 'input' },
    createdAt: START,
    deadlineAt: null,
  };
  const activation = run.count(node);
  return run.send({ type: 'child.waiting', node, activation, index, waits: [wait] });
}

export function childGoesOn(run: Player, node: string, index: number): Player {
  return run.send({ type: 'child.resumed', node, activation: run.count(node), index });
}

/** Answers a wait at a time of its own. */
export function answerAt(run: Player, node: string, at: number): Player {
  return run.send({ type: 'wait.answered', wait: waitIdOf(run, node), answer: 'yes', at });
}

export function expire(run: Player, node: string): Player {
  return run.send({ type: 'wait.expired', wait: waitIdOf(run, node) });
}

/** A person raises the limit at which the run is paused. */
export function raise(
  run: Player,
  values: { maxSteps?: number; timeoutMs?: number; tokens?: number; usd?: number } = {},
): Player {
  return run.send({ type: 'budget.raised', wait: waitIdOf(run, '(run)'), ...values });
}

export function waitIdOf(run: Player, node: string): WaitId {
  for (const wait of run.state.waits.values())
    if ((wait.node?.id ?? '(run)') === node) return wait.id;
  throw new Error(`"${node}" has no open wait`);
}

/** The last effects in words: `execute a#1`, `timer +100`, `cancel wait`, `finish failed`. */
export function effectsOf(run: Player): string[] {
  const { at } = run.journal.at(-1) ?? { at: 0 };
  return run.effects.map((effect) => inWords(effect, at));
}

function inWords(effect: Effect, now: number): string {
  switch (effect.type) {
    case 'execute':
    case 'emit':
      return `${effect.type} ${effect.node}#${effect.activation}`;
    case 'wait':
      return `wait ${effect.node || '(run)'}`;
    case 'timer':
      return `timer +${effect.at - now}`;
    case 'child':
      return `child ${effect.node}/${effect.index}`;
    case 'slot':
      return `slot ${effect.node ?? '(run)'} ${effect.wants.map(({ key, limit }) => `${key}<=${limit}`).join(' + ')} at ${effect.priority}`;
    case 'continue':
      return 'continue';
    case 'finish':
      return `finish ${effect.status}`;
    case 'cancel': {
      const { what } = effect;
      if (what.kind === 'wait' || what.kind === 'timer') return `cancel ${what.kind}`;
      if (what.kind === 'slot') return `free ${what.node ?? '(run)'}`;
      const index = what.kind === 'child' ? `/${what.index}` : '';
      return `cancel ${what.kind} ${what.node}#${what.activation}${index}`;
    }
  }
}

/** Nodes that what was derived last is about, by its type. */
export function derivedOf(run: Player, type: Derived['type']): string[] {
  return run.derived.flatMap((each) =>
    each.type === type && 'node' in each ? [String(each.node)] : [],
  );
}

/** What the nodes show, as the run's view has it. */
export function statuses(run: Player, ...ids: string[]): { [id: string]: Json } {
  const { nodes } = runView(run.graph, run.state) as {
    nodes: { [id: string]: { status: string } };
  };
  return Object.fromEntries(ids.map((id) => [id, nodes[id]?.status ?? 'unknown']));
}

/** Purposes of the open timers, with the time until they fire. */
export function timersOf(run: Player): string[] {
  const { at: now } = run.journal.at(-1) ?? { at: 0 };
  return [...run.state.timers.values()].map(({ purpose, at }) => `${purpose} +${at - now}`);
}
