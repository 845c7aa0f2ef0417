// Goal: what is wrong with a step is found before a run, with its place.
import { stepToExpression, type Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { compileSteps } from '../../src/data/compile-steps.ts';
import { rowsOf } from './stepping.ts';

describe('wrong steps', () => {
  it.each<[Json, string]>([
    [{ op: 'fliter' }, '/0/op "fliter" is not a step.'],
    [{ where: true }, '/0/op A step needs an "op".'],
    [
      { op: 'filter', where: { field: 'a', op: 'bigger', value: 1 } },
      '/0/where/op "bigger" is not an operator.',
    ],
    [
      { op: 'filter', where: { all: [{ field: 'a', op: 'eq' }] } },
      '/0/where/all/0 The operator "eq" needs a "value".',
    ],
    [{ op: 'filter', where: 'yes' }, '/0/where A text here is one expression, as a whole.'],
    [
      { op: 'filter', where: '${= itm.n > 0 }' },
      '/0/where ${= itm.n > 0 } (column 5): "itm" is not a value here.',
    ],
    [{ op: 'sort', by: [] }, '/0/by "by" names no field.'],
    [{ op: 'sort', by: [{ field: 'a', order: 'up' }] }, '/0/by/0/order "order" cannot be "up".'],
    [{ op: 'sort', by: 'a..b' }, '/0/by Expected the name of a field, but found "a..b".'],
    [{ op: 'limit', count: -1 }, '/0/count "count" is a whole number from 0 on, not -1.'],
    [{ op: 'limit', count: 1, skip: 2 }, '/0/skip "limit" has no setting "skip".'],
    [{ op: 'dedupe', keep: 'all' }, '/0/keep "keep" cannot be "all".'],
    [
      { op: 'group', by: 'a', values: { t: { fn: 'total' } } },
      '/0/values/t/fn "total" is not a function of groups.',
    ],
    [{ op: 'group', by: ['a', 'b.a'] }, '/0/by Two values of the rows would be called "a".'],
    [{ op: 'pick', fields: [] }, '/0/fields "fields" names no field.'],
    [{ op: 'rename', fields: { a: 1 } }, '/0/fields/a Expected a name, but found 1.'],
    [
      { op: 'set', fields: {} },
      '/0/fields "fields" is an object with at least one key, but is {}.',
    ],
    [
      { op: 'filter', where: { feild: 'a', op: 'eq', value: 1 } },
      '/0/where/feild This has no setting "feild".',
    ],
    [{ op: 'filter', where: { all: [], any: [] } }, '/0/where/any This has no setting "any".'],
    [
      { op: 'filter', where: { not: { all: [] }, field: 'a' } },
      '/0/where/field This has no setting "field".',
    ],
    [{ op: 'sort', by: [{ field: 'a', desc: true }] }, '/0/by/0/desc This has no setting "desc".'],
    [
      { op: 'aggregate', values: { t: { fn: 'sum', of: 'a' } } },
      '/0/values/t/of This has no setting "of".',
    ],
    [
      { op: 'merge', with: [], how: 'left', on: { left: 'a', right: 'b', other: 'c' } },
      '/0/on/other This has no setting "other".',
    ],
    [{ op: 'chunk', size: 0 }, '/0/size "size" is a whole number from 1 on, not 0.'],
    [{ op: 'flatten', depth: 0 }, '/0/depth "depth" is a whole number from 1 on, not 0.'],
    [{ op: 'merge', how: 'append' }, '/0/with "with" is missing.'],
    [
      { op: 'merge', with: [], how: 'left' },
      '/0/on Expected the name of a field, but found nothing.',
    ],
  ])('[K836] %j', (step, message) => {
    expect(rowsOf([step], [])).toEqual({ wrong: [message] });
    expect(stepToExpression(step)).toBeNull();
  });

  it('[K1153] the hint says what the settings of a step take', () => {
    const { problems } = compileSteps([{ op: 'sort', by: 'a', direction: 'desc' }]);
    expect(problems).toMatchObject([
      {
        path: [0, 'direction'],
        hint: expect.stringMatching(/^It has: op, by\. "by": .*"field", "order"/),
      },
    ]);
  });

  it('[K836] an expression in a step is reported where it stands, all steps at once', () => {
    const steps = [
      { op: 'set', fields: { a: '${= item.fiter( }' } },
      { op: 'filter', where: { field: 'x', op: 'eq', value: '${nope' } },
    ];
    const { wrong } = rowsOf(steps, []) as { wrong: string[] };
    expect(wrong.map((each) => each.split(' ')[0])).toEqual(['/0/fields/a', '/1/where/value']);
  });
});
