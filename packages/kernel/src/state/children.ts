// Activations that have child runs.
import type { ChildWait } from '../events.ts';
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

const NO_WAITS: readonly never[] = [];

/** What children wait for, by their index. */
type WaitingChildren = readonly (readonly [index: number, waits: readonly ChildWait[]])[];

/** What the children of an activation wait for: those of its node, and those that its function has begun. */
export function waitingChildren({ extra }: Pick<Activation, 'extra'>): WaitingChildren {
  if (extra === null || (extra.asked === null && extra.children === null)) return NO_WAITS;
  const begun = [...(extra.asked?.values() ?? [])].flatMap((asked) =>
    asked.kind === 'child' && asked.waits !== undefined
      ? [[asked.index, asked.waits] as const]
      : [],
  );
  return byIndex([...(extra.children?.waiting ?? []), ...begun]);
}

function byIndex<Child extends readonly [number, unknown]>(children: readonly Child[]): Child[] {
  return children.toSorted(([one], [other]) => one - other);
}

/** The waits of all runs below, under the names that people see (`node/0/review`), the oldest owner first. */
export function waitsBelow({ nodes, background }: RunState): readonly ChildWait[] {
  const owners: { readonly activation: Activation; readonly children: WaitingChildren }[] = [];
  for (const { activation, children } of background.values())
    owners.push({ activation, children: byIndex([...children.waiting]) });
  nodes.forEach(({ alive }) => {
    for (const activation of alive) {
      const children = waitingChildren(activation);
      if (children.length > 0) owners.push({ activation, children });
    }
  });
  if (owners.length === 0) return NO_WAITS;
  return owners
    .toSorted((one, other) => one.activation.born - other.activation.born)
    .flatMap(({ activation: { node }, children }) =>
      children.flatMap(([index, waits]) =>
        waits.map((wait) => ({ ...wait, node: `${node.id}/${index}/${wait.node}` })),
      ),
    );
}
