// Effects of a rebuilt state
// What the kernel asked for and has not ended, read from a state as if it were asked for again.
import {
  callConfig,
  childInput,
  eachCall,
  type Activation,
  type ChildEffect,
  type EmitEffect,
  type ExecuteEffect,
  type Json,
  type RunState,
  type Wait,
  type WaitEffect,
} from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { activationOf, type Standing } from './activation-of.ts';

/** The children that a run has open. */
export function openChildEffects({ nodes, background }: RunState): readonly ChildEffect[] {
  const effects: ChildEffect[] = [];
  for (const { alive } of nodes.values()) {
    for (const activation of alive) {
      if (activation.extra?.children) addChildren(effects, activation, activation.extra.children);
      addBegun(effects, activation);
    }
  }
  for (const { activation, children } of background.values()) {
    addChildren(effects, activation, children);
  }
  return effects;
}

function addChildren(
  effects: ChildEffect[],
  activation: Activation,
  children: MapState & { readonly running: Iterable<number> },
): void {
  for (const index of children.running) effects.push(childEffect(activation, children, index));
}

/** Those that its function has begun. */
function addBegun(effects: ChildEffect[], { node, n, extra }: Activation): void {
  for (const asked of extra?.asked?.values() ?? []) {
    if (asked.kind !== 'child') continue;
    const { index, begin } = asked;
    effects.push({ type: 'child', node: node.id, activation: n, index, ...begin });
  }
}

export function waitEffect(run: Standing, wait: Wait): WaitEffect {
  const { id, node, activation, question, createdAt, deadlineAt, key } = wait;
  const name = { node: node?.id ?? '', activation };
  const config = key === null ? activationOf(run, name)?.config : undefined;
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
  const { node, n, attempt, inputs, previous, context, extra } = activation;
  const recorded = extra?.recorded ?? null;
  return withoutUndefined({
    type: 'execute' as const,
    node: node.id,
    nodeType: node.type,
    activation: n,
    attempt,
    config: callConfig(activation),
    inputs,
    previous,
    context,
    each: eachCall(activation) ?? undefined,
    isGuarded: node.effect === 'guarded' ? (true as const) : undefined,
    // A copy: the kernel continues to record in its own.
    recorded: recorded === null ? undefined : new Map(recorded),
  });
}

export function emitEffect({ node, n, config, previous }: Activation): EmitEffect {
  const { name, data = previous } = config ?? {};
  return {
    type: 'emit',
    node: node.id,
    activation: n,
    name: typeof name === 'string' ? name : '',
    ...(data === undefined ? {} : { data }),
  };
}

interface MapState {
  readonly items: readonly Json[];
  readonly map: boolean;
}

function childEffect(activation: Activation, children: MapState, index: number): ChildEffect {
  const { node, n } = activation;
  const { workflow = null, version } = callConfig(activation);
  const given = childInput(activation, children, index);
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
