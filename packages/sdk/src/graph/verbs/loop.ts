import type { Condition } from '../../refs/condition.ts';
import type { RefTo } from '../../refs/ref.ts';
import type { GraphBuilder } from '../graph-builder.ts';
import type { OutputNode } from '../node.ts';

/** Begins with `from`; each round gives the next value, and says whether there is another round. */
export function loopVerb(
  builder: GraphBuilder,
  id: string,
  from: unknown,
  body: (state: RefTo<unknown>) => { readonly next: unknown; readonly again: Condition },
): OutputNode<unknown> {
  const first = builder.add({
    id: `${id}:from`,
    type: 'transform',
    config: (write) => ({ value: write.template(from) }),
  });
  // The head is a part of its own flow: behind the loop its value is that of the round before the last.
  const entry = { node: id, port: 'output' };
  const name = `the body of the loop "${id}"`;
  const exits = builder.within({ entry, gate: first.id, name }, (flow) => {
    builder.add({
      id,
      type: 'transform',
      config: () => ({ value: '${previous}' }),
      from: [...first.exits, { node: `${id}:again`, port: 'true', isLoop: true }],
    });
    const { next, again } = body(builder.node(id, id).output);
    if (flow.isOver)
      throw new Error(`The loop "${id}" stops the run in every round: it is no loop.`);
    // Whatever a round does is done before the next one begins.
    const needs = builder.leaves();
    const last = builder.add({
      id: `${id}:next`,
      type: 'transform',
      config: (write) => ({ value: write.template(next) }),
      needs,
    });
    // It passes on what it gets, which is the value of the next round.
    builder.add({
      id: `${id}:again`,
      type: 'if',
      config: (write) => ({ condition: write.condition(again) }),
      from: last.exits,
      ports: ['true', 'false'],
    });
    return [{ node: `${id}:again`, port: 'false' }];
  });
  builder.stand(`${id}:result`, { needs: [first], exits });
  return builder.node(id, `${id}:next`, `${id}:result`);
}
