// What the field of a setting says about its value, from the values of a run.
import { readExpression, type Json, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { readCondition } from '../../../src/graph/conditions/condition-tree.ts';
import { conditionToExpression } from '../../../src/graph/expressions/condition-to-expression.ts';
import { scopeOfValues, valuesAt } from '../../../src/graph/expressions/expression-values.ts';
import {
  previewExpression,
  previewTemplate,
} from '../../../src/graph/expressions/preview-value.ts';
import { toExpression } from '../../../src/graph/expressions/to-expression.ts';
import { tokensOf } from '../../../src/graph/expressions/tokens-of.ts';
import {
  unwrapExpression,
  wrapExpression,
} from '../../../src/graph/expressions/whole-expression.ts';
import { placeOf } from './place-of.ts';

const place = placeOf({
  trigger: { name: 'Ada' },
  state: { count: 2 },
  outputs: { order: { prices: [20, 22], note: null }, 'my-node': 'x' },
});

it('[W3054] an expression that is written with its braces is not given others', () => {
  expect(wrapExpression('order.output.total')).toBe('${= order.output.total }');
  for (const written of ['${= order.output.total }', ' ${=order.output.total}\n']) {
    expect(wrapExpression(written)).toBe('${= order.output.total }');
  }
});

describe('the value below a field', () => {
  it.each<readonly [string, Json]>([
    ['order.output.prices.sum()', { kind: 'value', value: 42 }],
    ['order.output.nothing + later.output', missing('order.output.nothing', 'later.output')],
    ['$("my-node").output.length', { kind: 'value', value: 1 }],
    ['order.outputs.length + state.count', { kind: 'value', value: 3 }],
  ])('[W882] %s', (text, expected) => {
    expect(previewExpression(text, place)).toEqual(expected);
  });

  it('[W882] names the column and the remedy', () => {
    expect(previewExpression('1 + my-node.output', place)).toEqual({
      kind: 'problems',
      problems: [
        {
          message: expect.stringContaining('not a value here'),
          hint: expect.stringContaining('$("my-node").output'),
          column: 5,
          at: 4,
        },
      ],
    });
    expect(previewExpression('1 / 0', place)).toEqual({
      kind: 'problems',
      problems: [expect.objectContaining({ column: 3, at: 2 })],
    });
  });

  it('[W882] of texts and objects with expressions in them', () => {
    expect(previewTemplate('Hi ${trigger.name}, ${= 1 + 1 }', place)).toEqual({
      kind: 'value',
      value: 'Hi Ada, 2',
    });
    expect(previewTemplate({ sum: '${= order.output.prices.sum() }' }, place)).toEqual({
      kind: 'value',
      value: { sum: 42 },
    });
    expect(previewTemplate('A ${= 1 + } and ${later.output}', place)).toMatchObject({
      kind: 'problems',
      problems: [{ at: 10 }],
    });
    expect(previewTemplate(['${= later.output }', '${other.output}'], place)).toEqual(
      missing('later.output', 'other.output'),
    );
  });

  it('[W882] what arrives is the output of the node that it comes from, or what is pinned', () => {
    const line = (from: string, into: string) => {
      return {
        key: from,
        from,
        out: 'output',
        to: 'z',
        in: into,
        kind: 'flow' as const,
        pointer: '',
      };
    };
    const run = {
      input: 'go',
      outputs: { a: [{ value: 1 }, { value: 2 }], b: [{ value: 3 }] },
      nodes: { a: { status: 'completed' } },
      state: { count: 2 },
    };
    const at = (definition: JsonObject, ...froms: readonly string[]) =>
      valuesAt({ definition, run, lines: froms.map((from) => line(from, from)) });
    expect(at({}, 'a')).toMatchObject({ previous: 2, inputs: { a: 2 }, trigger: 'go' });
    expect(at({}, 'a', 'b').previous).toBeUndefined();
    expect(at({}, 'a', 'never')).toMatchObject({ previous: 2, inputs: { a: 2 } });
    expect(at({ state: { count: 0, pages: [] } }, 'a').state).toEqual({ count: 2, pages: [] });
    expect(at({ studio: { pins: { a: 9 } } }, 'a').previous).toBe(9);
    const scope = scopeOfValues(at({}, 'a'));
    expect([scope.output('a', 0), scope.output('a', -1), scope.status('a')]).toEqual([
      1,
      2,
      'completed',
    ]);
    expect(scope.date('Europe/Brussels')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(scope.date('Nowhere/Land')).toBeUndefined();
  });
});

describe('a setting as an expression', () => {
  it.each<readonly [Json, string | null]>([
    ['${order.output.prices[0]}', 'order.output.prices[0]'],
    ['${["my-node"].output["a b"]|x}', '$("my-node").output["a b"] ?? "x"'],
    ['Hi ${trigger.name}', '`Hi ${trigger.name}`'],
    ['a`b\\', '"a`b\\\\"'],
    ['cost $${x} `${trigger.name}`', '`cost \\${x} \\`${trigger.name}\\``'],
    ['${trigger.count|3}', 'trigger.count ?? 3'],
    ['${trigger.name??previous}', 'trigger.name ?? previous'],
    [{ a: 1, 'b c': ['${previous}', null] }, '{ a: 1, "b c": [previous, null] }'],
    ['${= 1 + 1 }', '1 + 1'],
    ['${order.outputs}', 'order.outputs'],
    ['${state.count}', 'state.count'],
    ['${order.output:markdown}', null],
    [3, '3'],
  ])('[W883] %j', (value, expected) => {
    expect(toExpression(value)).toBe(expected);
    if (expected === null) return;
    const read = readExpression(wrapExpression(expected), 0);
    expect(read.ok).toBe(true);
    expect(previewExpression(expected, place)).toEqual(previewTemplate(value, place));
  });

  it.each<readonly [Json, string | null]>([
    [{ left: '${order.output.total}', op: 'gt', right: 3 }, 'order.output.total > 3'],
    ['${trigger.urgent}', 'trigger.urgent'],
    [
      { not: { any: [{ left: '${a.output}', op: 'contains', right: 'x' }, '${= b.output + 1 }'] } },
      '!(a.output.includes("x") || (b.output + 1))',
    ],
    [{ left: '${a.output}', op: 'eq', right: 'x', fold: true }, null],
  ])('[W883] the condition %j', (value, expected) => {
    const tree = readCondition(value);
    expect(tree === null ? null : conditionToExpression(tree)).toBe(expected);
  });

  it.each<readonly [Json, string | null]>([
    ['${= a.output }', 'a.output'],
    ['${=a.output}', 'a.output'],
    ['${= { a: { b: 1 } } }', '{ a: { b: 1 } }'],
    ['${= 1 + }', '1 +'],
    ['${= a.output } and ${= b.output }', null],
    ['x ${= a.output }', null],
    ['$${= a.output }', null],
    [7, null],
  ])('[W883] %j is shown as %j', (value, expected) => {
    expect(unwrapExpression(value)).toBe(expected);
  });
});

describe('the words of an expression', () => {
  it('[W884] tells names, keys, calls, texts, numbers and patterns apart, finished or not', () => {
    const kinds = (text: string) => tokensOf(text).map((token) => `${token.kind} ${token.text}`);
    expect(kinds('a.b.map(x => x / 2) + "t"').join(', ')).toBe(
      'name a, sign ., key b, sign ., call map, sign (, name x, sign =>, name x, sign /, number 2, sign ), sign +, text "t"',
    );
    expect(kinds('`a ${ {b: 1} } c`').join(', ')).toBe(
      'text `a , sign ${, sign {, name b, sign :, number 1, sign }, sign }, text  c`',
    );
    expect(kinds('t.matches(/[/]x/i) && true')).toContain('pattern /[/]x/i');
    for (const open of ['"a', '`a ${b', '/a', '`', "'", '$("', '${', '0x', '1.', '\\']) {
      expect(tokensOf(open).at(-1)?.to).toBe(open.length);
    }
  });
});

function missing(...names: readonly string[]): Json {
  return { kind: 'missing', names: [...names] };
}
