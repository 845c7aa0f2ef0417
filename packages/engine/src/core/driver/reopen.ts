// Reopening
// Reads from a rebuilt state what was under way when its process ended, as the tasks that begin it again. Nothing of this is
// written: the store's indexes hold it already.
import {
  isObject,
  type Activation,
  type ChildEffect,
  type ExecuteEffect,
  type Json,
  type JsonObject,
  type Wait,
  type WaitEffect,
} from '@skein/kernel';
import type { Task } from '../run/open-things.ts';
import { addWait, planChild, planEmission, planExecution, planTimer } from './plan-effect.ts';
import type { RunDriver } from './run-driver.ts';
import { activationOf } from '../../features/waits/asked-of.ts';

export function reopen(driver: RunDriver): Task[] {
  const { state } = driver;
  const tasks: Task[] = [];
  for (const wait of state.waits.values()) tasks.push(addWait(driver, waitEffect(driver, wait)));
  for (const { id, at } of state.timers.values()) tasks.push(planTimer(driver, { timer: id, at }));
  for (const { alive } of state.nodes.values()) {
    for (const activation of alive) reopenActivation(driver, activation, tasks);
  }
  for (const { activation, children } of state.background.values()) {
    for (const index of children.running) {
      tasks.push(planChild(driver, childEffect(activation, children, index)));
    }
  }
  // A batch that was cut short leaves the rest on the agenda; its `continue` was not answered.
  if (state.agenda.length > 0 || state.pass.begun < state.pass.current.length) {
    tasks.push({ type: 'continue' });
  }
  return tasks;
}

function reopenActivation(driver: RunDriver, activation: Activation, tasks: Task[]): void {
  const { node, extra, status } = activation;
  const { mode } = node.kind;
  if (extra?.children) {
    for (const index of extra.children.running) {
      tasks.push(planChild(driver, childEffect(activation, extra.children, index)));
    }
  } else if (status === 'running' && mode === 'execute') {
    tasks.push(planExecution(driver, executeEffect(activation)));
  } else if (status === 'running' && mode === 'emit') {
    tasks.push(planEmission(driver, emitEffect(activation), { isRepeated: true }));
  }
}

function waitEffect(driver: RunDriver, wait: Wait): WaitEffect {
  const { id, node, activation, question, createdAt, deadlineAt, key } = wait;
  const name = { node: node?.id ?? '', activation };
  const config = key === null ? activationOf(driver, name)?.config : undefined;
  return {
    type: 'wait',
    wait: id,
    ...name,
    question,
    createdAt,
    deadlineAt,
    ...(config ? { config } : {}),
    ...(node === null || node.shownAs === node.id ? {} : { shownAs: node.shownAs }),
  };
}

/** What the kernel asked for when this activation began its attempt, with all that was recorded since. */
export function executeEffect(activation: Activation): ExecuteEffect {
  const { node, n, attempt, config, inputs, previous, context, extra } = activation;
  const recorded = extra?.recorded ?? null;
  return {
    type: 'execute',
    node: node.id,
    nodeType: node.type,
    activation: n,
    attempt,
    config: config ?? {},
    inputs,
    ...(previous === undefined ? {} : { previous }),
    context,
    ...(node.effect === 'guarded' ? { isGuarded: true } : {}),
    // A copy: the kernel goes on recording in its own.
    ...(recorded === null ? {} : { recorded: new Map(recorded) }),
  };
}

function emitEffect({
  node,
  n,
  config,
  previous,
}: Activation): Extract<Task, { type: 'emission' }>['effect'] {
  const { name, data = previous } = config ?? {};
  return {
    type: 'emit',
    node: node.id,
    activation: n,
    name: typeof name === 'string' ? name : '',
    ...(data === undefined ? {} : { data }),
  };
}

function childEffect(
  { node, n, config, previous }: Activation,
  { items, map }: { readonly items: readonly Json[]; readonly map: boolean },
  index: number,
): ChildEffect {
  const known: JsonObject = isObject(config) ? config : {};
  const { workflow = null, version, input = previous } = known;
  const given = map ? { item: items[index] ?? null, index } : input;
  return {
    type: 'child',
    node: node.id,
    activation: n,
    index,
    workflow,
    ...(typeof version === 'string' ? { version } : {}),
    ...(given === undefined ? {} : { input: given }),
  };
}
