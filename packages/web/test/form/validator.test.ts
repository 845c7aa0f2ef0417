import { describe, expect, it } from 'vitest';
import { validator } from '../../src/form/schema/validator.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    people: { type: 'array', items: { type: 'object', required: ['age'], properties: {} } },
    kind: { enum: ['a', 'b'] },
  },
  required: ['name'],
} as const;

function errorsOf(formData: unknown) {
  return validator
    .validateFormData(formData, structuredClone(schema) as never)
    .errors.map(({ property, message }) => [property, message]);
}

describe('checking a form', () => {
  it('[W70] says what is missing at the field that lacks it, emptied ones included', () => {
    expect(errorsOf({ name: undefined, people: [{}] })).toEqual([
      ['.people.0.age', 'this is required. Fill it in.'],
      ['.name', 'this is required. Fill it in.'],
    ]);
  });

  it('[W70] says what does not fit in the words of the engine', () => {
    expect(errorsOf({ name: 5, kind: 'c' })).toEqual([
      ['.name', 'must be a text'],
      ['.kind', 'must be one of ["a","b"]'],
    ]);
    expect(errorsOf({ name: 'x' })).toEqual([]);
  });

  it('[W381] says that a text has not the format of its field', () => {
    const dated = {
      type: 'object',
      properties: { day: { type: 'string', format: 'date' } },
    } as never;
    const errors = (day: string) => validator.validateFormData({ day }, dated).errors;
    expect(errors('tomorrow')).toMatchObject([
      { property: '.day', message: 'must be a date such as 2026-03-31' },
    ]);
    expect(errors('2026-03-31')).toEqual([]);
  });

  it('[W70] finds the alternative that a value fits, with the definitions of the whole', () => {
    const whole = { $defs: { age: { type: 'integer' } } } as never;
    expect(validator.isValid({ $ref: '#/$defs/age' }, 5, whole)).toBe(true);
    expect(validator.isValid({ $ref: '#/$defs/age' }, 'x', whole)).toBe(false);
    expect(validator.isValid({ $ref: '#/$defs/age' }, undefined, whole)).toBe(false);
  });
});
