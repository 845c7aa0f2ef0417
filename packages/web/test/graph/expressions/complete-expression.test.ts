// What an expression field offers at the cursor, which is written as | here.
import { describeFunctions, parseWholeExpression, type Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { completeExpression } from '../../../src/graph/expressions/complete-expression.ts';
import type { ExpressionPlace } from '../../../src/graph/expressions/expression-place.ts';
import { placeOf } from './place-of.ts';

const items: Json = [
  { sku: 'A1', price: 3, tags: ['new'] },
  { sku: 'B2', price: 4, tags: [] },
];
const place = placeOf({
  trigger: { city: 'Ghent', 'post code': '9000' },
  outputs: { order: { items, total: 7 }, 'my-node': 'hello' },
  previous: 'hello',
  state: { count: 0 },
});

describe('completion', () => {
  it('[W880] offers nodes with the fields of their outputs, the run, its state and functions', () => {
    expect(labels('|')).toEqual(
      expect.arrayContaining([
        'previous',
        'order.output',
        'order.output.items',
        'my-node.output',
        'trigger',
        'now',
        'state',
        'round',
        'formatTime',
      ]),
    );
    expect(labels('|')).not.toContain('inputs');
    expect(labels('|', { ...place, ports: ['left'] })).toContain('inputs');
    expect(labels('|', { ...place, names: new Map([['item', 1]]) })).toContain('item');
    expect(labels('inputs.|', { ...place, ports: ['left'] })).toContain('left');
  });

  it('[W880] waits for a word, unless it is asked', () => {
    const options = { place, isAsked: false };
    expect(completeExpression('', 0, options)).toBeNull();
    expect(completeExpression('1 + ', 4, options)).toBeNull();
    expect(completeExpression('1 + o', 5, options)?.from).toBe(4);
  });

  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['order.|', ['output', 'status'], ['map']],
    ['$("my-node").|', ['output'], ['map']],
    ['order.output.|', ['items', 'total', 'keys'], ['map', 'upper']],
    ['order.output.items.|', ['map', 'sum', 'length'], ['price', 'toUpperCase']],
    ['order.output.items[0].|', ['sku', 'price'], ['map']],
    ['order.output.items.filter(i => i.price > 3)[0].ta|', ['tags'], ['map']],
    ['order.output.items.filter(i => i.|', ['sku', 'price'], []],
    ['order.output.items.map((row, n) => row.tags.map(tag => tag.|', ['toUpperCase'], ['sku']],
    ['order.output.items.reduce((sum, each) => sum + each.|', ['price'], []],
    ['`Hi ${order.output.items.at(-1).|', ['sku'], []],
    ['(order.output.total * 2).|', ['toFixed'], ['map']],
    ['trigger.|', ['city', 'post code'], []],
    ['unknown.output.|', ['map', 'toUpperCase'], []],
  ])('[W880] %s', (written, offered, others) => {
    expect(labels(written)).toEqual(expect.arrayContaining([...offered]));
    for (const other of others) expect(labels(written)).not.toContain(other);
  });

  it.each(['"text |', "'text|", '`text |', '12|', '12.|', '/a|b/', '"a" + "b|"'])(
    '[W880] nothing inside a text, a number or a pattern: %s',
    (written) => {
      expect(labels(written)).toEqual([]);
    },
  );

  it('[W880] inserts what can be read', () => {
    expect(inserted('my|', 'my-node.output')).toBe('$("my-node").output');
    expect(inserted('trigger.po|', 'post code')).toBe('trigger["post code"]');
    expect(inserted('1 + rou|', 'round')).toBe('1 + round()');
    expect(inserted('order.output.items.so|', 'sortBy')).toMatch(/^order\.output\.items\.sortBy\(/);
    for (const label of ['order.output.total', 'my-node.output', 'previous', 'trigger', 'now']) {
      expect(parseWholeExpression(inserted('|', label)).ok).toBe(true);
    }
  });

  it('[W881] describes every function as the documentation does', () => {
    const offered = completion('|')?.options.filter(({ group }) => group === 'Functions');
    const entries = describeFunctions().filter(({ receiver }) => receiver === null);
    expect(offered?.map(({ entry }) => entry)).toEqual(entries);
  });
});

function completion(written: string, at: ExpressionPlace = place) {
  const cursor = written.indexOf('|');
  return completeExpression(written.replace('|', ''), cursor, { place: at, isAsked: true });
}

function labels(written: string, at: ExpressionPlace = place): readonly string[] {
  return completion(written, at)?.options.map(({ label }) => label) ?? [];
}

function inserted(written: string, label: string): string {
  const option = completion(written)?.options.find((each) => each.label === label);
  const [before = '', after = ''] = written.split('|');
  return `${before.slice(0, option?.from)}${option?.text}${after}`;
}
