// Goal: what an expression may be and take, at its limits. The list of attempts to take more is in the test kit.
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../src/patterns/compile-pattern.ts';
import { scopeOf } from '../references/scope-of.ts';
import { evaluate, expressionOf, problemOf, valueOf } from './evaluating.ts';

describe('limits', () => {
  it.each([
    ['characters', `"${'a'.repeat(10_001)}"`, '10,000 characters'],
    ['parts', `1${'+1'.repeat(1999)}`, '2,000 parts'],
    ['levels', `${'('.repeat(65)}1${')'.repeat(65)}`, '64 levels'],
    ['levels of lists', `${'['.repeat(65)}${']'.repeat(65)}`, '64 levels'],
    ['levels of signs', `${'-'.repeat(70)}1`, '64 levels'],
    ['levels of functions', `${'[1].map(x => '.repeat(65)}1${')'.repeat(65)}`, '64 levels'],
    ['levels of exponents', `2${'**1'.repeat(70)}`, '64 levels'],
    ['parts of a path', `trigger${'.a'.repeat(2000)}`, '2,000 parts'],
    ['levels of texts', `${'`${'.repeat(70)}1`, '64 levels'],
  ])('[K707] too many %s', (_, text, message) => {
    expect(problemOf(text)?.message).toContain(message);
  });

  it('[K707] what is below the limits is evaluated', () => {
    expect(valueOf(`1${'+1'.repeat(990)}`)).toBe(991);
    expect(valueOf(`${'('.repeat(30)}1${')'.repeat(30)}`)).toBe(1);
    expect(valueOf('range(60000).length')).toBe(60_000);
  });

  it('[K707] shared parts of a result count as often as they would be written', () => {
    expect(valueOf('range(40).reduce((a, i) => [a, a], [1])')).toEqual({
      failed: 'EXPRESSION_LIMIT',
    });
    expect(evaluate('range(12).reduce((a, i) => [a, a], [1])').ok).toBe(true);
    expect(valueOf('range(300).reduce((a, i) => [a], [1])')).toEqual({
      failed: 'EXPRESSION_LIMIT',
    });
  });

  it('[K707] the same number of steps is counted every time', () => {
    const expression = expressionOf(
      'range(200).map(i => "x".repeat(i).replace(/x{2}/g, "y").length).sortBy().sum()',
    );
    const taken = [1, 2].map(() => {
      const work = { workLeft: 100_000 };
      expression.evaluate({ ...scopeOf({}), work });
      return work.workLeft;
    });
    expect(taken[0]).toBe(taken[1]);
    expect(taken[0]).toBeLessThan(100_000);
  });

  it('[K707] patterns are bounded like those of schemas', () => {
    expect(() => compilePattern('((a{1000}){1000})', { withGroups: true })).toThrow(/too large/);
    expect(problemOf('"a".matches(/((a{1000}){1000})/)')?.message).toContain('too large');
  });
});
