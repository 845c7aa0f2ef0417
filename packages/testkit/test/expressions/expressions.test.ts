// Goal: expressions mean what JavaScript means by them, and none takes more than its share. Method: random ones, computed by both;
// and a list of attempts, each ended by the count of its steps. `npm run fuzz` does more of it, and prints what the attempts take.
import { parseWholeExpression } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { bombs, bombScope } from '../../src/expressions/bombs.ts';
import { compareWithJavaScript } from '../../src/expressions/compare-with-javascript.ts';
import { measureBombs } from '../../src/expressions/measure-bombs.ts';
import { measureRowBombs } from '../../src/expressions/row-bombs.ts';

const SEEDS = 3000;

describe('random expressions', () => {
  it('[K702] have the value that JavaScript gives them', () => {
    const all = compareWithJavaScript(0, SEEDS);
    expect(all.flatMap(({ difference }) => difference ?? [])).toEqual([]);
    // Otherwise nothing would have been compared.
    expect(all.filter(({ isCompared }) => isCompared).length).toBeGreaterThan(SEEDS * 0.9);
  });
});

describe('expressions that try to take more than their share', () => {
  it.each(bombs.map((text) => [text.slice(0, 70), text]))('[K707] %s', (_, text) => {
    const read = parseWholeExpression(text);
    if (!read.ok) throw new Error(read.message);
    expect(read.expression.evaluate(bombScope)).toMatchObject({
      ok: false,
      failure: { code: 'EXPRESSION_LIMIT', message: expect.any(String), retry: 'never' },
    });
  });

  it('[K707] are measured by the command', () => {
    const measured = measureBombs();
    expect(measured.map(({ outcome }) => outcome)).toEqual(bombs.map(() => 'EXPRESSION_LIMIT'));
  });
});

describe('steps that try to take more than their share', () => {
  it('[K839] are all ended by the count of their work', () => {
    const measured = measureRowBombs();
    expect(measured.filter(({ outcome }) => outcome !== 'DATA_LIMIT')).toEqual([]);
  });
});
