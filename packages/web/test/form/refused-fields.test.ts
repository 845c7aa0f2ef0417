import { expect, it } from 'vitest';
import { readProblem } from '../../src/data/problem.ts';
import { refusedFields, refusedValue } from '../../src/form/refused-fields.ts';

it('[W4353] what the server says about an input has its place', () => {
  const complaints = [
    'it must have the property "name"',
    '/order/amount must be a number',
    '/a~1b must be one of "x", "y"',
    'and 3 more',
  ];
  const { problem } = readProblem(422, {
    error: { code: 'INPUT_INVALID', message: '', hint: '', details: { complaints } },
  });
  const found = problem.complaints ?? [];
  expect(refusedFields(found)).toEqual({
    name: 'this is required. Fill it in.',
    'order.amount': 'must be a number.',
    'a/b': 'must be one of "x", "y".',
  });
  expect(refusedValue(found)).toBe(
    'name: this is required. Fill it in. order: amount: must be a number. a/b: must be one of "x", "y".',
  );
  expect(refusedValue([])).toBeUndefined();
});
