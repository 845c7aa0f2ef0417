import type { Activation } from '@skein/kernel';
import type { AskedQuestion } from '@skein/ports';
import type { OpenWait } from '../../core/run/open-things.ts';
import type { RunDriver } from '../../core/driver/run-driver.ts';

/** What `accept` may look at: the question and the activation that asked it. */
export function askedOf(driver: RunDriver, { effect }: OpenWait): AskedQuestion {
  const activation = activationOf(driver, effect);
  return {
    question: effect.question,
    config: effect.config ?? activation?.config ?? {},
    inputs: activation?.inputs ?? {},
    previous: activation?.previous,
  };
}

export function activationOf(
  { graph, state }: Pick<RunDriver, 'graph' | 'state'>,
  { node, activation }: { readonly node: string; readonly activation: number },
): Activation | undefined {
  const index = graph.nodeById.get(node)?.index;
  const nodeState = index === undefined ? undefined : state.nodes.get(index);
  return nodeState?.byNumber?.get(activation) ?? nodeState?.alive.find(({ n }) => n === activation);
}
