// Activations that have child runs.
import type { Activation, Children } from './living.ts';
import type { RunState } from './run-state.ts';

export interface ChildOwner {
  readonly activation: Activation;
  readonly children: Children;
}

/** Whether any child may still do something by itself, instead of only waiting. */
export function worksOnChildren({ children }: Pick<ChildOwner, 'children'>): boolean {
  return children.running.size === 0 || children.waiting.size < children.running.size;
}

export function backgroundKey({ node, n }: Pick<Activation, 'node' | 'n'>): string {
  return `${node.index}:${n}`;
}

/** All activations with children, the oldest first. */
export function childOwners({ nodes, background }: RunState): readonly ChildOwner[] {
  const owners: ChildOwner[] = [...background.values()];
  for (const { alive } of nodes.values()) {
    for (const activation of alive) {
      const children = activation.extra?.children;
      if (children) owners.push({ activation, children });
    }
  }
  return owners.toSorted((a, b) => a.activation.born - b.activation.born);
}
