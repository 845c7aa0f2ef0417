// Goal: the table of steps says what is true of each: for the documentation, for hints and for forms.
import {
  describeSteps,
  isObject,
  stepToExpression,
  whereToExpression,
  type Json,
  type StepSettingKind,
} from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { expressedOf, rowsOf, type Given } from './stepping.ts';

describe('the table of steps', () => {
  it.each(describeSteps().map((entry) => [entry.op, entry] as const))(
    '[K830] the example of %s gives the result that it states, as a step and as an expression',
    (op, { example }) => {
      const step: Given = { op, ...example.step };
      expect(rowsOf([step], example.rows)).toEqual(example.result);
      expect(expressedOf(step, example.rows)).toEqual(example.result);
    },
  );

  it('[K830] is closed, and has all of them', () => {
    expect(describeSteps().map(({ op }) => op)).toEqual([
      'filter',
      'sort',
      'limit',
      'dedupe',
      'group',
      'aggregate',
      'pick',
      'omit',
      'rename',
      'set',
      'split',
      'chunk',
      'flatten',
      'merge',
    ]);
  });
});

/** What the value of a setting looks like. */
const looks: Readonly<Record<StepSettingKind, (value: Json) => boolean>> = {
  condition: isObject,
  order: Array.isArray,
  field: (value) => typeof value === 'string',
  fields: (value) => typeof value === 'string' || Array.isArray(value),
  name: (value) => typeof value === 'string',
  count: Number.isInteger,
  amount: Number.isInteger,
  choice: (value) => typeof value === 'string',
  aggregates: (value) => isObject(value) && Object.values(value).every(isObject),
  names: isObject,
  values: isObject,
  list: Array.isArray,
  match: (value) => typeof value === 'string' || isObject(value),
};

describe.each(describeSteps().map((entry) => [entry.op, entry] as const))(
  'the settings of %s',
  (_, { op, settings, example }) => {
    it('[K900] are of the kinds that the table says, and have the choices that it lists', () => {
      for (const { name, kind, choices = [] } of settings) {
        const value = example.step[name];
        expect([name, value === undefined || looks[kind](value)]).toEqual([name, true]);
        expect(choices.length > 0).toBe(kind === 'choice' || kind === 'aggregates');
        if (kind !== 'choice') continue;
        const allowed = choices.map((choice) =>
          stepToExpression({ op, ...example.step, [name]: choice }),
        );
        expect(allowed).not.toContain(null);
        expect(stepToExpression({ op, ...example.step, [name]: 'other' })).toBeNull();
      }
    });
  },
);

describe('a condition as an expression', () => {
  it('[K837] is the one in the expression of its filter; a wrong one has none', () => {
    const where = { any: [{ field: 'a.b', op: 'exists' }, '${= index > 3 }'] };
    const written = whereToExpression(where);
    expect(written).toBe('(exists(item.a.b) || (index > 3))');
    expect(stepToExpression({ op: 'filter', where })).toBe(
      `rows.filter((item, index) => ${written})`,
    );
    expect(whereToExpression({ field: 'a', op: 'like' })).toBeNull();
    expect(whereToExpression('${= item. }')).toBeNull();
  });
});
