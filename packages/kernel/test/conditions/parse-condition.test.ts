import { describe, expect, it } from 'vitest';
import { parseCondition } from '../../src/conditions/parse-condition.ts';
import type { Json } from '../../src/json.ts';
import { parseTemplate } from '../../src/templates/parse-template.ts';

const known =
  'truthy, falsy, eq, ne, contains, gt, gte, lt, lte, in, exists, empty, startsWith, endsWith';
const unary = ['truthy', 'falsy', 'exists', 'empty'];

describe('parsing conditions', () => {
  const left = parseTemplate('${a.output}').template;
  const yes = { kind: 'constant', value: 'yes' };
  const isTruthy = { kind: 'compare', left, op: 'truthy', right: null, fold: false };
  const isTrue = { ...isTruthy, left: { kind: 'constant', value: true } };

  it.each<[Json, object]>([
    ['${a.output}', isTruthy],
    [true, isTrue],
    [false, { ...isTruthy, left: { kind: 'constant', value: false } }],
    [
      { left: '${a.output}', op: 'eq', right: 'yes' },
      { ...isTruthy, op: 'eq', right: yes },
    ],
    [
      { left: '${a.output}', op: 'ne', right: null, fold: true },
      { ...isTruthy, op: 'ne', right: { kind: 'constant', value: null }, fold: true },
    ],
    [{ left: '${a.output}', op: 'truthy', right: null, fold: false }, isTruthy],
    [{ all: [] }, { kind: 'all', of: [] }],
    [{ any: [true, '${a.output}'] }, { kind: 'any', of: [isTrue, isTruthy] }],
    [{ not: { all: [true] } }, { kind: 'not', of: { kind: 'all', of: [isTrue] } }],
  ])('[K68] reads %j', (value, condition) => {
    expect(parseCondition(value)).toEqual({ condition, problems: [], warnings: [] });
  });

  it('[K68] a single reference with a text form is truthy when its text is', () => {
    expect(parseCondition('${a.output:json}')).toMatchObject({
      condition: { op: 'truthy', left: { kind: 'text' } },
    });
  });

  it.each(known.split(', '))('[K68] knows the operator %s and its sides', (op) => {
    const takesRight = !unary.includes(op);
    expect(parseCondition({ left: 1, op }).condition === null).toBe(takesRight);
    expect(parseCondition({ left: 1, op, right: 2 }).condition === null).toBe(!takesRight);
  });

  it.each<[Json, (string | number)[], string]>([
    [null, [], 'not null'],
    [1, [], 'not a number'],
    [[], [], 'not a list'],
    ['plain', [], 'exactly one reference'],
    ['', [], 'exactly one reference'],
    ['${a.output} ', [], 'exactly one reference'],
    ['${a}', [], 'is not a reference'],
    [{}, [], 'none of "all", "any", "not", "left"'],
    [{ all: [], any: [] }, [], 'has "all", "any"'],
    [{ not: true, left: 1, op: 'eq', right: 1 }, [], 'has "not", "left"'],
    [{ op: 'eq', right: 1 }, [], 'no left side'],
    [{ left: 1 }, [], 'no operator'],
    [{ left: 1, op: 'equals', right: 1 }, [], '"equals" is not known'],
    [{ left: 1, op: 'constructor', right: 1 }, [], '"constructor" is not known'],
    [{ left: 1, op: ['eq'], right: 1 }, [], '["eq"] is not known'],
    [{ left: 1, op: 'eq' }, [], 'needs a right side'],
    [{ left: 1, op: 'empty', right: 1 }, [], 'takes no right side'],
    [{ left: 1, op: 'eq', right: 1, fold: 'yes' }, [], '"fold" is true or false'],
    [{ all: true }, ['all'], 'takes a list'],
    [{ any: [true, { not: 5 }] }, ['any', 1, 'not'], 'not a number'],
    [{ left: { a: '${' }, op: 'truthy' }, ['left', 'a'], 'is not a reference'],
    [{ not: { left: 1, op: 'eq', right: '${x}' } }, ['not', 'right'], 'is not a reference'],
  ])('[K68] refuses %j', (value, path, message) => {
    const { condition, problems } = parseCondition(value);
    expect(condition).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]?.path).toEqual(path);
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]?.hint).not.toBe('');
  });

  it('[K68] an unknown operator lists the known ones', () => {
    const { problems } = parseCondition({ left: 1, op: 'matches', right: '(a+)+' });
    expect(problems[0]?.hint).toBe(`Known operators: ${known}.`);
  });

  it('[K68] finds all problems at once', () => {
    const { problems } = parseCondition({
      all: [{ left: '${x}', op: 'is', right: '${y}' }, 7, { any: 'no' }],
    });
    expect(problems.map(({ path }) => path.join('/'))).toEqual([
      'all/0',
      'all/0/left',
      'all/0/right',
      'all/1',
      'all/2/any',
    ]);
  });

  it('[K68] keys that mean nothing are warnings', () => {
    const value = { left: 1, op: 'truthy', fold: true, flod: true };
    const { condition, problems, warnings } = parseCondition({ all: [value], why: 'because' });
    expect(condition).not.toBeNull();
    expect(problems).toEqual([]);
    expect(warnings.map(({ path }) => path.join('/'))).toEqual(['why', 'all/0/flod', 'all/0']);
  });

  it('[K68] nesting over 200 levels is a problem, not a stack overflow', () => {
    const nest = (levels: number): Json => {
      let value: Json = true;
      for (let level = 0; level < levels; level++) value = { not: value };
      return value;
    };
    expect(parseCondition(nest(199)).problems).toEqual([]);
    expect(parseCondition(nest(100_000)).problems).toMatchObject([
      { message: 'The condition is nested over 200 levels deep.' },
    ]);
  });
});
