import {
  eq,
  graph,
  text,
  type GraphVerbs,
  type OutputNode,
  type Ref,
  type WorkflowInput,
  type WorkflowOutput,
} from '@skein/sdk';
import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

const input = z.object({ n: z.number() });
const build = (body: (g: GraphVerbs, input: Ref<{ n: number }>) => unknown) => () =>
  graph('shop', { input }, body);
const one = (g: GraphVerbs, id: string) => g.step(id, {}, () => 1);

it('[SD218] two nodes of one id, and the ids of start and end, are refused', () => {
  const twice = build((g) => [one(g, 'a'), one(g, 'a')]);
  expect(twice).toThrow(
    'the graph "shop" has two nodes with the id "a": each needs an id of its own.',
  );
  expect(build((g) => one(g, 'start'))).toThrow('"start" is a node that every graph has');
  expect(build((g) => void one(g, 'end'))).toThrow('"end" is a node that every graph has');
});

it('[SD3052] a graph without an input needs no options, and one without a function is refused', () => {
  const plain = graph('plain', (g) => ({ n: one(g, 'a').output }));
  expectTypeOf<WorkflowInput<typeof plain>>().toEqualTypeOf<null>();
  expectTypeOf<WorkflowOutput<typeof plain>>().toEqualTypeOf<{ n: number }>();
  const given = graph('given', { input }, (g) => one(g, 'a').output);
  expect(given.definition).toHaveProperty('nodes.0.config.schema');
  expect(plain.definition).not.toHaveProperty('nodes.0.config');
  // @ts-expect-error It has no function.
  expect(() => graph('none', { input })).toThrow('graph("none", …) needs a function.');
});

it('[SD218] what is made in a branch or a loop is not used outside of it', () => {
  let inner: OutputNode<number> | undefined;
  const escaped = build((g, { n }) => {
    g.if('small', eq(n, 1), () => void (inner = one(g, 'inner')));
    return inner?.output;
  });
  expect(escaped).toThrow(
    '"end" refers to "inner", which belongs to the branch "true" of "small" and may not have run. Return it from there, and refer to what that gives.',
  );
  let state: Ref<{ i: number }> | undefined;
  const looped = build((g) => {
    g.loop('count', { i: 0 }, (given) => {
      state = given;
      return { next: { i: 1 }, again: eq(given.i, 7) };
    });
    return state?.i;
  });
  expect(looped).toThrow('"end" refers to "count", which belongs to the body of the loop "count"');
});

it('[SD218] what is made in the body of a map, or in another graph, is not used outside of it', () => {
  let inner: OutputNode<number> | undefined;
  const list = (g: GraphVerbs) => g.step('list', {}, () => [1]).output;
  const escaped = build((g) => {
    g.map('each', list(g), () => void (inner = one(g, 'inner')));
    return inner?.output;
  });
  expect(escaped).toThrow(
    'the graph "shop" refers to "inner" of another run. What is made in the body of a map is the output of the map; other graphs are run with g.run.',
  );
  build((g) => void (inner = one(g, 'foreign')))();
  expect(
    build((g) => g.step('a', {}, () => 1, inner === undefined ? {} : { after: inner })),
  ).toThrow('"foreign" belongs to another run than the graph "shop"');
});

it('[SD218] a graph is written at once, while its function runs', () => {
  let kept: GraphVerbs | undefined;
  build((g) => void (kept = g))();
  expect(() => kept?.step('late', {}, () => 1)).toThrow(
    'The graph "shop" is complete: its verbs can be used only while its function runs, and not after an await.',
  );
  expect(build(async () => 1)).toThrow('The function of the graph "shop" is async.');
});

it('[SD218] nothing comes after a stop', () => {
  const late = build((g) => {
    g.stop('enough', text`stopped`);
    one(g, 'more');
  });
  expect(late).toThrow(
    '"more" in the graph "shop" comes after a stop, where nothing runs any more.',
  );
});

it('[SD218] a switch has cases, and a branch for what expires a deadline', () => {
  expect(build((g) => g.switch('which', {}))).toThrow('The switch "which" has no cases.');
  const named = build((g, { n }) => g.switch('which', { default: [eq(n, 1), () => 1] }));
  expect(named).toThrow('The switch "which" has a case "default"');
  const endless = build((g) => g.approval('ask', { prompt: 'Ok?' }, { expired: () => 1 }));
  expect(endless).toThrow('"ask" has a branch "expired", but no deadline: say with "within"');
});
