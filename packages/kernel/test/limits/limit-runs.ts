// Small runs that reach a limit, for the tests of limits.
import type { Policy, WorkflowNode } from '@skein/kernel';
import { ask } from '../run/acts.ts';
import { edge, play, step, type Player } from '../run/play.ts';

export const steps = (...ids: string[]) => ids.map((id) => step(id));

/** a goes round for ever; `help` is the node that takes over where the policy names it. */
export const loop = (policy: Policy, help: WorkflowNode = ask('help')): Player =>
  play({ policy, entry: ['a'], nodes: [step('a'), help], edges: [edge('a -> a')] }).start();

/** Two nodes side by side, the first followed by another. */
export const chain = (policy: Policy, more: readonly WorkflowNode[] = []): Player =>
  play({
    policy,
    entry: ['a', 'b'],
    nodes: [...steps('a', 'b', 'a2'), ...more],
    edges: [edge('a -> a2')],
  }).start();

/** What the error of a run says about its limit. */
export const limitOf = (run: Player): unknown => run.state.error?.details;
