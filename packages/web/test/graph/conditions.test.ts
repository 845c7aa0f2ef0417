import { parseCondition, type Json } from '@skein/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readCondition,
  writeCondition,
  type Comparison,
} from '../../src/graph/conditions/condition-tree.ts';
import {
  newComparison,
  newGroup,
  withCondition,
  withChild,
  withOperator,
} from '../../src/graph/conditions/edit-condition.ts';
import { operators, type Operator } from '../../src/graph/conditions/operators.ts';
import { readLenient, writeLenient } from '../../src/graph/lenient-json.ts';

const names = Object.keys(operators) as readonly Operator[];
const reference = fc.constantFrom('${a.output}', '${trigger.text}', '@{SESSION_ID}.a.b', '$.a');
const side = fc.oneof(reference, fc.jsonValue() as fc.Arbitrary<Json>);
const comparison = fc
  .record(
    { left: side, op: fc.constantFrom(...names), right: side, fold: fc.boolean() },
    {
      requiredKeys: ['left', 'op'],
    },
  )
  .map((value) => value as Json);
const { condition } = fc.letrec<{ condition: Json }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    comparison,
    reference,
    reference.map((text) => ({ true: text })),
    reference.map((text) => ({ false: text })),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
    fc.boolean(),
  ),
}));
const written = fc.oneof(
  condition,
  fc.array(condition, { maxLength: 3 }),
  fc.jsonValue() as fc.Arbitrary<Json>,
);

describe('conditions in a form', () => {
  it('[W51] writes back unchanged every condition that it can show', () => {
    let shown = 0;
    fc.assert(
      fc.property(written, (value) => {
        const tree = readCondition(value);
        if (tree === null) return;
        shown += 1;
        expect(writeCondition(tree)).toEqual(value);
      }),
      { numRuns: 500 },
    );
    expect(shown).toBeGreaterThan(100);
  });

  it.each<[string, Json]>([
    ['a constant', true],
    ['a key that nobody knows', { left: 1, op: 'eq', right: 2, note: 'x' }],
    ['two forms at once', { all: [], any: [] }],
    ['an operator that nobody knows', { left: 1, op: 'like', right: 2 }],
    ['a list in a group', { all: [['${a.output}']] }],
    ['JSON in a text', '[{"true":"@{SESSION_ID}.a"}]'],
    ['a key of every object', { constructor: [] }],
  ])('[W51] leaves %s to JSON', (_, value) => {
    expect(readCondition(value)).toBeNull();
  });

  it('[W51] every operator and every group that the form can make is a condition of the kernel', () => {
    const begun: Comparison = { ...newComparison('${a.output}'), right: 'x' };
    for (const op of names)
      expect(parseCondition(writeCondition(withOperator(begun, op))).problems).toEqual([]);
    const group = withCondition(begun, newGroup('any', [withOperator(begun, 'empty')]));
    const json = writeCondition(group);
    expect(parseCondition(json)).toMatchObject({ problems: [], warnings: [] });
    expect(json).toEqual({
      all: [
        { left: '${a.output}', op: 'eq', right: 'x' },
        { any: [{ left: '${a.output}', op: 'empty' }] },
      ],
    });
  });

  it('[W51] a short notation becomes a long one when needed, and an empty group is removed', () => {
    const short = readCondition('${a.output}');
    if (short?.kind !== 'compare') throw new Error('A reference is a comparison.');
    expect(writeCondition(withOperator(short, 'gt'))).toEqual({
      left: '${a.output}',
      op: 'gt',
      right: '',
    });
    const denied = readCondition({ not: '${a.output}' });
    if (denied?.kind !== 'group') throw new Error('What is denied is a group.');
    expect(writeCondition(withCondition(denied, short))).toEqual({
      not: { all: ['${a.output}', '${a.output}'] },
    });
    expect(withChild(denied, 0, undefined)).toBeUndefined();
  });

  it('[W51] a value typed without quotes is read back unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<Json>, (value) => {
        expect(readLenient(writeLenient(value))).toEqual({ isJson: true, value });
      }),
    );
    expect(readLenient('Ghent').value).toBe('Ghent');
    expect(readLenient('3').value).toBe(3);
    expect(readLenient('"3').isJson).toBe(false);
  });
});
