// Branches: one port of a node fires, what that branch gives is the value of all
import type { Condition } from '../../refs/condition.ts';
import { isRef, refData } from '../../refs/ref-data.ts';
import type { Draft } from '../draft.ts';
import type { GraphBuilder } from '../graph-builder.ts';
import type { OutputNode } from '../node.ts';

export interface Branch {
  readonly port: string;
  /** Without one, the branch gives null. */
  readonly body?: (() => unknown) | undefined;
}

export function ifVerb(
  builder: GraphBuilder,
  id: string,
  condition: Condition,
  then: () => unknown,
  otherwise?: () => unknown,
): OutputNode<unknown> {
  const chosen = builder.add({
    id,
    type: 'if',
    config: (write) => ({ condition: write.condition(condition) }),
    ports: ['true', 'false'],
  });
  return mergeBranches(builder, chosen, [
    { port: 'true', body: then },
    { port: 'false', body: otherwise },
  ]);
}

export function switchVerb(
  builder: GraphBuilder,
  id: string,
  cases: { readonly [name: string]: readonly [Condition, () => unknown] },
  otherwise?: () => unknown,
): OutputNode<unknown> {
  const named = Object.entries(cases);
  if (named.length === 0) throw new TypeError(`The switch "${id}" has no cases.`);
  if (Object.hasOwn(cases, 'default'))
    throw new TypeError(
      `The switch "${id}" has a case "default": what is done if no case holds is its third argument.`,
    );
  const chosen = builder.add({
    id,
    type: 'switch',
    config: (write) => ({
      cases: named.map(([name, [when]]) => ({ name, when: write.condition(when) })),
    }),
    ports: [...named.map(([name]) => name), 'default'],
  });
  return mergeBranches(builder, chosen, [
    ...named.map(([port, [, body]]) => ({ port, body })),
    { port: 'default', body: otherwise },
  ]);
}

/** A node whose value is that of the branch that is taken. `ends` come beside the branches. */
export function mergeBranches(
  builder: GraphBuilder,
  head: Draft,
  branches: readonly Branch[],
  ends: readonly Draft[] = [],
): OutputNode<unknown> {
  const last = [...ends, ...branches.flatMap((branch) => writeBranch(builder, head, branch) ?? [])];
  const [only] = last;
  const result = `${head.id}:result`;
  if (only === undefined) {
    builder.stand(result, { needs: [head], exits: [] });
    builder.endFlow();
    return builder.node(head.id, result);
  }
  if (last.length === 1) {
    builder.stand(result, { needs: [head], exits: only.exits });
    return builder.node(head.id, only.id, result);
  }
  const from = last.flatMap(({ exits }) => exits);
  builder.add({ id: result, type: 'join', join: 'any', needs: [head], from });
  return builder.node(head.id, result);
}

/** The draft that gives the value of the branch; null if the run stops in it. */
function writeBranch(builder: GraphBuilder, head: Draft, { port, body }: Branch): Draft | null {
  const entry = { node: head.id, port };
  const name = `the branch "${port}" of "${head.id}"`;
  return builder.within({ entry, gate: head.id, name }, (flow) => {
    const value = body?.();
    if (flow.isOver) return null;
    const leaves = builder.leaves();
    return (
      soleValue(builder, value, leaves) ??
      builder.add({
        id: `${head.id}:${port}`,
        type: 'transform',
        config: (write) => ({ value: write.template(value ?? null) }),
        needs: leaves,
      })
    );
  });
}

/** The only leaf, where its token carries just this value. */
function soleValue(builder: GraphBuilder, value: unknown, leaves: readonly Draft[]): Draft | null {
  const about = isRef(value) ? refData(value) : null;
  const draft = about?.kind === 'value' ? builder.draftOf(about) : null;
  const [leaf] = leaves;
  if (draft === null || leaves.length !== 1 || leaf !== draft) return null;
  const [exit] = draft.exits;
  const isOwn = draft.exits.length === 1 && exit?.node === draft.id && exit.port === 'output';
  return isOwn ? draft : null;
}
