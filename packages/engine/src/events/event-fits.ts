import {
  contextValue,
  evaluateCondition,
  type Activation,
  type Json,
  type Scope,
} from '@skein/kernel';
import type { OpenWait } from '../driver/open-things.ts';
import type { RunDriver } from '../driver/run-driver.ts';
import { activationOf } from '../waits/asked-of.ts';

/** Whether the condition of a node that waits for an event holds for its data (`${previous}` is the data). */
export function eventFits(driver: RunDriver, { effect }: OpenWait, data: Json): boolean {
  const node = driver.graph.nodeById.get(effect.node);
  const condition = node?.conditions.find(({ name }) => name === 'when');
  if (condition === undefined) return true;
  return evaluateCondition(condition.when, scopeFor(driver, activationOf(driver, effect), data));
}

function scopeFor(driver: RunDriver, activation: Activation | undefined, data: Json): Scope {
  const { graph, state, runtime } = driver;
  const outputsOf = (id: string) => {
    const node = graph.nodeById.get(id);
    return node === undefined ? undefined : state.nodes.get(node.index)?.outputs;
  };
  return {
    run: state.run,
    output: (id, select) => outputsOf(id)?.at(select === 'newest' ? -1 : select)?.value,
    status: () => undefined,
    outputId: () => undefined,
    trigger: () => state.input,
    inputs: () => activation?.inputs,
    previous: () => data,
    context: () => contextValue(state, activation?.context ?? 'main'),
    now: () => runtime.clock.now(),
    date: () => undefined,
  };
}
