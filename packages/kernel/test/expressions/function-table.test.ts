// Goal: the table is what its entries say. Method: every example is run; and what they give is pinned to the rules they belong to.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callOf, type FunctionEntry } from '../../src/expressions/function-entry.ts';
import { describeFunctions, type DescribedFunction } from '../../src/expressions/function-table.ts';
import { RULES } from '../../src/state/run-state.ts';
import { problemOf, valueOf } from './evaluating.ts';

const table = describeFunctions();
const titleOf = ({ receiver, name }: DescribedFunction) => `${receiver ?? 'function'} ${name}`;

describe('the table of functions', () => {
  it.each(table.map((entry) => [titleOf(entry), entry] as const))(
    '[K706] the example of %s gives its result',
    (_, { example, result }) => {
      expect(valueOf(example)).toEqual(result);
    },
  );

  it('[K706] has no entry twice, and every entry is described', () => {
    const titles = table.map(titleOf);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { name, description, example } of table) {
      expect(`${name}: ${description}`).toMatch(/: [A-Z0-9"`].*\.$/s);
      expect(example).toContain(`${name}(`);
    }
  });

  it('[K706] JavaScript’s names for them are known too', () => {
    for (const { alias, name } of table) {
      const said = alias === undefined ? '' : (problemOf(`${alias}()`)?.message ?? '');
      expect(`${name}: ${said}`).not.toContain('there is no');
    }
    expect(valueOf('Object.keys({ a: 1 }).concat(Object.entries({ b: Math.round(1.5) }))')).toEqual(
      ['a', ['b', 2]],
    );
  });

  it('[K706] runs keep the meaning of the rules that they began with', () => {
    const entry = {
      call: () => 'new',
      earlier: [
        { before: 6, call: () => 'oldest' },
        { before: 8, call: () => 'old' },
      ],
    } satisfies Pick<FunctionEntry<null>, 'call' | 'earlier'>;
    const under = (rules: number) =>
      callOf(entry as unknown as FunctionEntry<null>, rules)(undefined as never, null);
    expect([5, 6, 7, 8, 9].map(under)).toEqual(['oldest', 'old', 'old', 'new', 'new']);
  });

  it('[K706] a changed table is a new number of the rules', () => {
    // Whoever changes what a function gives raises RULES, keeps the old meaning in `earlier`, and writes the file of the new number.
    const pinned: unknown = JSON.parse(
      readFileSync(new URL('functions-9.json', import.meta.url), 'utf8'),
    );
    const examples = table.map((entry) => [titleOf(entry), entry.example, entry.result]);
    expect({ rules: RULES, examples }).toEqual({ rules: 9, examples: pinned });
  });
});
