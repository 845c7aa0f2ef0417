// Goal: what is written with references becomes templates that mean the same. Each text is compared as a definition has it.
import type { Json, JsonObject } from '@skein/kernel';
import {
  and,
  empty,
  eq,
  exists,
  graph,
  gt,
  json,
  not,
  oneOf,
  or,
  orElse,
  startsWith,
  text,
  type Condition,
  type Ref,
} from '@skein/sdk';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

interface Order {
  readonly id: number;
  readonly note?: string;
  readonly customer: { readonly 'e-mail': string } | null;
  readonly lines: readonly { readonly sku: string }[];
}

type Made = { readonly order: Ref<Order>; readonly input: Ref<{ name: string }> };

/** The value of the end of a graph that gives this. */
function written(make: (made: Made) => unknown): Json {
  const made = graph('test', { input: z.object({ name: z.string() }) }, (g, input) => {
    const order = g.step('my order', {}, (): Order => ({ id: 1, customer: null, lines: [] }));
    return make({ order: order.output, input });
  });
  return (nodeOf(made.definition, 'end')['config'] as JsonObject)['value'] ?? null;
}

function condition(make: (made: Made) => Condition): Json {
  const made = graph('test', { input: z.object({ name: z.string() }) }, (g, input) => {
    const order = g.step('find', {}, (): Order => ({ id: 1, customer: null, lines: [] }));
    g.if('test', make({ order: order.output, input }), () => null);
  });
  return (nodeOf(made.definition, 'test')['config'] as JsonObject)['condition'] ?? null;
}

function nodeOf(definition: JsonObject, id: string): JsonObject {
  const nodes = definition['nodes'] as readonly JsonObject[];
  return nodes.find((node) => node['id'] === id) ?? {};
}

describe('references', () => {
  it('[SD200] lead to parts, and are written where they stand', () => {
    const value = written(({ order, input }) => ({
      name: input.name,
      all: [order.id, { sku: order.lines[0].sku }],
      mail: order.customer['e-mail'],
      whole: order,
      fixed: 7,
      nothing: undefined,
      when: new Date(0),
    }));
    expect(value).toEqual({
      name: '${trigger.name}',
      all: ['${["my order"].output.id}', { sku: '${["my order"].output.lines[0].sku}' }],
      mail: '${["my order"].output.customer.e-mail}',
      whole: '${["my order"].output}',
      fixed: 7,
      when: '1970-01-01T00:00:00.000Z',
    });
  });

  it('[SD200] a text that only looks like one stays text', () => {
    expect(written(() => 'costs $${5} and ${trigger.name}')).toBe(
      'costs $$$${5} and $${trigger.name}',
    );
  });

  it('[SD201] text`…` is a text with references in it, and alone it stays a text', () => {
    expect(
      written(({ order, input }) => text`Hi ${input.name}, $${order.id} and ${3} ${'${x}'}`),
    ).toBe('Hi ${trigger.name}, $$${["my order"].output.id} and 3 $${x}');
    expect(written(({ order }) => text`${order.id}`)).toBe('${= text($("my order").output.id) }');
    expect(written(() => text`nothing`)).toBe('nothing');
    expect(written(({ order }) => text`${json(order.lines)}.`)).toBe(
      '${= json($("my order").output.lines) }.',
    );
  });

  it('[SD202] what a reference cannot say is an expression', () => {
    expect(written(({ order }) => orElse(order.note, 'a "quoted" }'))).toBe(
      '${= ($("my order").output.note ?? "a \\"quoted\\" }") }',
    );
    expect(written(({ order, input }) => orElse(order.note, text`none of ${input.name}`))).toBe(
      '${= ($("my order").output.note ?? ("none of " + text(trigger.name) + "")) }',
    );
    expect(written(({ order }) => orElse(order.customer, { 'e-mail': 'x' })['e-mail'])).toBe(
      '${= ($("my order").output.customer ?? { "e-mail": "x" })["e-mail"] }',
    );
    expect(written(({ order }) => orElse(order.lines, [{ sku: 'a' }])[0].sku)).toBe(
      '${= ($("my order").output.lines ?? [{ "sku": "a" }])[0].sku }',
    );
  });

  it('[SD203] conditions are those of the native format', () => {
    const made = condition(({ order, input }) =>
      and(
        or(gt(order.id, 3), not(exists(order.note)), eq(input.name, text`${'a'}b`)),
        empty(order.lines),
        oneOf(order.id, [1, 2]),
        startsWith(input.name, '${'),
      ),
    );
    expect(made).toEqual({
      all: [
        {
          any: [
            { left: '${find.output.id}', op: 'gt', right: 3 },
            { not: { left: '${= exists($("find").output.note) }', op: 'truthy' } },
            { left: '${trigger.name}', op: 'eq', right: 'ab' },
          ],
        },
        { left: '${find.output.lines}', op: 'empty' },
        { left: '${find.output.id}', op: 'in', right: [1, 2] },
        { left: '${trigger.name}', op: 'startsWith', right: '$${' },
      ],
    });
  });

  it('[SD204] have no value while a graph is built, and say so', () => {
    const refusal = /A reference has no value while a graph is built. Write text`…`/;
    expect(() => written(({ order }) => Symbol.for(order.id as never).description)).toThrow(
      refusal,
    );
    expect(() => written(({ order }) => Number(order.id) + 1)).toThrow(refusal);
    expect(() => written(({ order }) => Object.assign(order, { id: 2 }))).toThrow(
      'A reference cannot be changed',
    );
    expect(() => written(() => Number.NaN)).toThrow('A definition is JSON, and NaN is not.');
    expect(() => written(() => ({ at: () => 1 }))).toThrow(
      'A definition is JSON, and a function is not.',
    );
  });
});
