// Goal: the types of a graph follow from the program. Everything here is checked by the compiler; the tests run the builder only so
// that the programs are real ones.
import {
  contains,
  event,
  eq,
  graph,
  gt,
  json,
  lt,
  orElse,
  text,
  type OutputNode,
  type Ref,
  type Settled,
  type WorkflowInput,
  type WorkflowOutput,
} from '@skein/sdk';
import { type } from 'arktype';
import * as v from 'valibot';
import { expectTypeOf, it } from 'vitest';
import { z } from 'zod';

type Out<Node> = Node extends OutputNode<infer T> ? T : never;

interface Line {
  sku: string;
  price: number;
  note?: string;
}
interface Tree {
  name: string;
  kids: Tree[];
}
interface Order {
  id: number;
  total: number;
  lines: Line[];
  placed: Date;
  customer: { mail: string } | null;
  close(): void;
}
const lookUp = (id: number): Promise<Order> =>
  Promise.resolve({ id, total: 1, lines: [], placed: new Date(0), customer: null, close() {} });

const order = z.object({ order: z.number(), reason: z.string().optional() });
const signed = event('signed', z.object({ user: z.string(), at: z.string() }));

it('[SD220] steps: arguments as values, results as the journal has them', () => {
  graph('steps', { input: order }, (g, input) => {
    expectTypeOf(input.order).toExtend<Ref<number>>();
    const find = g.step('find', { id: input.order, deep: [{ id: input.order }, 'x'] }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{ id: number; deep: [{ id: number }, 'x'] }>();
      return lookUp(args.id);
    });
    expectTypeOf<Out<typeof find>['placed']>().toEqualTypeOf<string>();
    expectTypeOf<keyof Out<typeof find>>().toEqualTypeOf<
      'id' | 'total' | 'lines' | 'placed' | 'customer'
    >();
    expectTypeOf(find.output.lines[0].price).toEqualTypeOf<Ref<number>>();
    expectTypeOf(find.output.lines[0].note).toEqualTypeOf<Ref<string | undefined>>();
    expectTypeOf(find.output.customer.mail).toEqualTypeOf<Ref<string | undefined>>();
    expectTypeOf(orElse(input.reason, 'none')).toEqualTypeOf<Ref<string>>();
    expectTypeOf(orElse(input.reason, null)).toEqualTypeOf<Ref<string | null>>();
    expectTypeOf(json(find.output)).toEqualTypeOf<Ref<string>>();
    const none = g.step('none', { why: orElse(input.reason, 'none') }, () => {});
    expectTypeOf<Out<typeof none>>().toEqualTypeOf<undefined>();
  });
});

it('[SD220] references to trees, records, pairs, unions, brands and anything', () => {
  type Id = string & { readonly brand: 'Id' };
  type Shape = { kind: 'circle'; r: number } | { kind: 'box'; w: number };
  interface All {
    tree: Tree;
    record: Record<string, number>;
    pair: [string, number];
    id: Id;
    shape: Shape;
    list?: { a: number }[];
    // oxlint-disable-next-line typescript/no-explicit-any -- what libraries without types return
    any: any;
  }
  const all = {
    tree: { name: '', kids: [] },
    record: {},
    pair: ['', 1],
    shape: { kind: 'box', w: 1 },
  };
  graph('kinds', { input: z.object({}) }, (g) => {
    // The values do not matter here.
    const { output } = g.step('make', {}, () => all as unknown as All);
    expectTypeOf(output.tree.kids[0].kids[0].name).toEqualTypeOf<Ref<string>>();
    expectTypeOf(output.pair[1]).toEqualTypeOf<Ref<number>>();
    expectTypeOf(output.shape.kind).toEqualTypeOf<Ref<'circle' | 'box'>>();
    expectTypeOf(output.list[0].a).toEqualTypeOf<Ref<number | undefined>>();
    expectTypeOf(output.any.deep.inside).toBeAny();
    eq(output.shape.kind, 'box');
    g.step(
      'use',
      { all: output, some: [output.tree, { deep: output.id }] },
      ({ all: given, some }) => {
        expectTypeOf(given.tree.name).toEqualTypeOf<string>();
        expectTypeOf(some[1].deep).toExtend<string>();
      },
    );
  });
});

it('[SD220] models, maps, loops and branches', () => {
  const made = graph('verbs', { input: order }, (g, input) => {
    const find = g.step('find', { id: input.order }, ({ id }) => lookUp(id), {
      retry: 3,
      timeout: '5s',
    });
    const risk = g.llm('risk', {
      prompt: text`Suspicious? ${json(find.output)}`,
      output: z.object({ score: z.number(), why: z.string() }),
    });
    expectTypeOf<Out<typeof risk>>().toEqualTypeOf<{ score: number; why: string }>();
    const words = g.llm('words', { prompt: text`Order ${find.output.id}` });
    expectTypeOf<Out<typeof words>>().toEqualTypeOf<string>();
    const lines = g.map('lines', find.output.lines, (line, i) => {
      expectTypeOf(i).toEqualTypeOf<Ref<number>>();
      const args = { sku: line.sku, i, order: find.output.id };
      return g.step('check', args, (given) => ({ sku: given.sku, ok: given.i < given.order }))
        .output;
    });
    expectTypeOf<Out<typeof lines>>().toEqualTypeOf<{ sku: string; ok: boolean }[]>();
    const some = g.mapSettled('some', find.output.lines, ({ price }) => ({ price }));
    expectTypeOf<Out<typeof some>>().toEqualTypeOf<Settled<{ price: number }>[]>();
    const paid = g.if(
      'small',
      lt(find.output.total, 100),
      () => g.step('pay', { id: find.output.id }, ({ id }) => ({ ref: `r${id}` })).output,
      () =>
        g.approval(
          'boss',
          { prompt: text`Refund ${find.output.total}?`, within: '3d' },
          { approved: () => ({ ref: risk.output.why }), expired: () => g.stop('late', 'too late') },
        ).output,
    );
    expectTypeOf<Out<typeof paid>>().toEqualTypeOf<{ ref: string } | null>();
    const polish = g.loop('polish', { text: words.output, round: 0 }, (state) => {
      const round = g.step('count', { of: state.round }, ({ of }) => of + 1);
      return { next: { text: state.text, round: round.output }, again: lt(round.output, 3) };
    });
    expectTypeOf<Out<typeof polish>>().toEqualTypeOf<{ text: string; round: number }>();
    const which = g.switch('which', {
      big: [gt(find.output.total, 1000), () => ({ kind: 'big' as const })],
      tea: [contains(polish.output.text, 'tea'), () => ({ kind: 'tea' as const })],
    });
    expectTypeOf<Out<typeof which>>().toEqualTypeOf<{ kind: 'big' } | { kind: 'tea' } | null>();
    return { paid: paid.output, score: risk.output.score, which: which.output };
  });
  expectTypeOf<WorkflowInput<typeof made>>().toEqualTypeOf<{
    order: number;
    reason?: string | undefined;
  }>();
  expectTypeOf<WorkflowOutput<typeof made>>().toEqualTypeOf<{
    paid: { ref: string } | null;
    score: number;
    which: { kind: 'big' } | { kind: 'tea' } | null;
  }>();
});

it('[SD220] waits, events and other workflows', () => {
  const child = graph('child', { input: z.object({ n: z.number().default(3) }) }, (g, input) => {
    expectTypeOf(input.n).toEqualTypeOf<Ref<number | undefined>>();
    return { n: g.set('n', { value: orElse(input.n, 3) }).output.value };
  });
  graph('parent', { input: order }, (g, input) => {
    const came = g.event('came', signed, { if: (data) => eq(data.user, 'ada'), within: '3d' });
    expectTypeOf<Out<typeof came>>().toEqualTypeOf<{ user: string; at: string }>();
    const late = g.event('late', signed, { within: '3d' }, { expired: () => 'late' as const });
    expectTypeOf<Out<typeof late>>().toEqualTypeOf<{ user: string; at: string } | 'late'>();
    const asked = g.input('asked', {
      prompt: 'How many?',
      schema: z.object({ count: z.number() }),
    });
    expectTypeOf<Out<typeof asked>>().toEqualTypeOf<{ count: number }>();
    const decided = g.approval('decided', { prompt: 'Ok?' });
    expectTypeOf(decided.output.decision).toEqualTypeOf<Ref<'approve' | 'reject'>>();
    const below = g.run('below', child, { n: asked.output.count });
    expectTypeOf<Out<typeof below>>().toEqualTypeOf<{ n: number }>();
    g.run('below by default', child, {});
    g.emit('tell', signed, { user: text`${input.order}`, at: came.output.at });
  });
});

it('[SD220] any Standard Schema', () => {
  const valibot = graph('valibot', { input: v.object({ n: v.number() }) }, (g, input) => {
    return g.step('a', { n: input.n }, ({ n }) => n + 1).output;
  });
  expectTypeOf<WorkflowInput<typeof valibot>>().toEqualTypeOf<{ n: number }>();
  expectTypeOf<WorkflowOutput<typeof valibot>>().toEqualTypeOf<number>();
  const arktype = graph(
    'arktype',
    { input: type({ n: 'number', 'tags?': 'string[]' }) },
    (g, input) => {
      expectTypeOf(input.tags).toEqualTypeOf<Ref<string[] | undefined>>();
      return g.step('a', { n: input.n }, ({ n }) => n.toFixed()).output;
    },
  );
  expectTypeOf<WorkflowOutput<typeof arktype>>().toEqualTypeOf<string>();
});
