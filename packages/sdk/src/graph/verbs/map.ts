import { withoutUndefined } from '@skein/ports';
import type { RefTo } from '../../refs/ref.ts';
import { GraphBuilder } from '../graph-builder.ts';
import type { OutputNode } from '../node.ts';
import type { NodeOptions } from '../node-options.ts';

export interface MapOptions extends NodeOptions {
  /** How many items run at the same time; default 8. */
  readonly concurrency?: number;
}

/** A run for each item, with a graph of its own: `write` runs `body` while that is being built. */
export function mapVerb(
  builder: GraphBuilder,
  id: string,
  given: {
    readonly items: unknown;
    readonly body: (item: RefTo<unknown>, index: RefTo<unknown>) => unknown;
    readonly options?: MapOptions | undefined;
    /** A failed item does not fail the map: the output says of each item how it ended. */
    readonly settles?: boolean;
    readonly write: (inner: GraphBuilder, body: () => unknown) => unknown;
  },
): OutputNode<unknown> {
  const { items, body, options = {}, settles = false, write } = given;
  const inner = new GraphBuilder({
    id: `${builder.id}.${id}`,
    parts: builder.parts,
    outer: builder,
  });
  const result = write(inner, () => body(inner.input('item'), inner.input('index')));
  const workflow = { ...inner.finish(result) };
  const captured = inner.captures.templates();
  builder.add({
    id,
    type: 'map',
    options,
    config: (writer) =>
      withoutUndefined({
        items: writer.template(items),
        with: captured === undefined ? undefined : writer.template(captured),
        workflow,
        concurrency: options.concurrency,
        failures: settles ? 'collect' : undefined,
      }),
  });
  return builder.node(id, id);
}
