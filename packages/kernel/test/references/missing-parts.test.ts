// Goal: whoever misspells a key of the input or of an output reads which key is missing, what is there, and what to write.
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { started } from '../items/with-items.ts';
import { compute } from '../run/acts.ts';
import { edge } from '../run/play.ts';

const missing = (value: Json, input?: Json) =>
  started(
    {
      nodes: [compute('rows', [{ price: 1 }]), compute('t', value)],
      edges: [edge('rows -> t')],
      state: { seen: {} },
    },
    input,
  ).state.error?.message;

describe('a part that a value does not have', () => {
  const cases: readonly (readonly [string, Json, string])[] = [
    [
      '${= trigger.lines.sum("price") }',
      { Lines: [], id: 7 },
      '${trigger.lines} could not be resolved: the input of the run has no "lines", only "Lines", "id". Start the run with it, or give a default: trigger.lines ?? ….',
    ],
    [
      '${trigger.lines}',
      {},
      '${trigger.lines} could not be resolved: the input of the run is empty, and has no "lines". Start the run with it, or give a default: ${trigger.lines|…}.',
    ],
    [
      'For ${trigger.order.customer.name}',
      { order: { customer: 'Ada' } },
      '${trigger.order.customer.name} could not be resolved: "order.customer" of the input of the run is a text, which has no "name". Start the run with it, or give a default: ${trigger.order.customer.name|…}.',
    ],
    [
      '${rows.output[3].price}',
      {},
      '${rows.output[3].price} could not be resolved: the output of "rows" has 1 item, and none at [3]. Correct the name, or give a default: ${rows.output[3].price|…}.',
    ],
    [
      '${= rows.output.price * 2 }',
      {},
      '${rows.output.price} could not be resolved: the output of "rows" is a list of 1 item, which has no "price". Correct the name, or give a default: rows.output.price ?? ….',
    ],
    [
      '${state.seen.total}',
      {},
      '${state.seen.total} could not be resolved: "seen" of the state is empty, and has no "total". Correct the name, or give a default: ${state.seen.total|…}.',
    ],
    [
      '${= rows.output.filter(row => row.price > 9)[0].price }',
      {},
      '${= rows.output.filter(row => row.price > 9)[0].price } has no value: something in what it reads is missing, such as a key of an item or the item itself. End it with a default: ?? ….',
    ],
  ];
  it.each(cases)('[K1650] %s', (value, input, message) => {
    expect(missing(value, input)).toBe(message);
  });

  it('[K1650] a run without an input', () => {
    expect(missing('${= trigger.lines + 1 }')).toBe(
      '${trigger.lines} could not be resolved: the run has no input. Start the run with it, or give a default: trigger.lines ?? ….',
    );
  });

  it('[K1650] a few keys and a few reasons stand for many; every reference is named', () => {
    const keys = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`key${n}`, n]));
    expect(missing('${trigger.lines}', keys)).toContain('"key7" and 22 more.');
    const message = missing(['${trigger.a}', '${trigger.b}', '${trigger.c}', '${trigger.d}'], keys);
    expect(message?.match(/the input of the run/g)).toHaveLength(3);
    expect(message).toContain('${trigger.d}');
  });
});

describe('what has not been produced', () => {
  it('[K1650] is said to be so, beside what is missing elsewhere', () => {
    const run = started(
      {
        nodes: [compute('t', ['${late.output}', '${trigger.a}']), compute('late', 1)],
        edges: [edge('t -> late')],
      },
      { b: 1 },
    );
    expect(run.state.error?.message).toBe(
      '${trigger.a} could not be resolved: the input of the run has no "a", only "b". Start the run with it, or give a default: ${trigger.a|…}. ${late.output} could not be resolved: nothing has produced it yet.',
    );
  });

  it('[K1650] journals of earlier rules keep their message', () => {
    const under = (rules: number) =>
      started({ nodes: [compute('t', '${trigger.a}')] }, {}, rules).state.error?.message;
    expect(under(6)).toBe('${trigger.a} could not be resolved: nothing has produced it yet.');
    expect(under(7)).toContain('is empty, and has no "a"');
  });
});
