import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../src/patterns/compile-pattern.ts';
import { findMatch, searchedText } from '../../src/patterns/find-match.ts';
import type { PatternFlag } from '../../src/patterns/parse-pattern.ts';
import { matchPattern } from '../../src/patterns/match-pattern.ts';

const atom = fc.constantFrom(...String.raw`a b c . \d \w [ab] [^a] \b ^ $ é 😀 \n`.split(' '));
const sign = fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}', '{0,2}', '*?', '+?', '??', '{1,}?');
const { part } = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(tie('part'), tie('part')).map(([left, right]) => left + right),
    fc.tuple(tie('part'), tie('part'), sign).map(([left, right, s]) => `(${left}|${right})${s}`),
    fc.tuple(tie('part'), sign).map(([inside, s]) => `(${inside})${s}`),
    fc.tuple(tie('part'), sign).map(([inside, s]) => `(?:${inside}|)${s}`),
  ),
}));
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', '1', ' ', 'é', '\n', '😀'), { maxLength: 9 })
  .map((characters) => characters.join(''));
const flags = fc.constantFrom<readonly PatternFlag[]>([], ['i'], ['m'], ['s'], ['i', 'm', 's']);

describe('finding a match', () => {
  it('[K710] the match and its groups are those of JavaScript', () => {
    fc.assert(
      fc.property(part, flags, text, (source, given, searched) => {
        const pattern = compilePattern(source, { flags: given, withGroups: true });
        const cut = searchedText(searched);
        const marks = findMatch(pattern, cut, 0, () => {});
        const found = pattern.groups.map((_, group) => {
          const [from, to] = [marks?.[2 * group], marks?.[2 * group + 1]];
          if (from === undefined || to === undefined) return null;
          return searched.slice(cut.offsets[from], cut.offsets[to]);
        });
        const expected = new RegExp(source, `u${given.join('')}`).exec(searched);
        expect([source, marks === null ? null : found]).toEqual([
          source,
          expected === null ? null : [...expected].map((each) => each ?? null),
        ]);
        expect(matchPattern(pattern, searched, () => {})).toBe(expected !== null);
      }),
      { numRuns: 3000 },
    );
  });

  it('[K710] its work grows with the text, whatever the pattern', () => {
    const steps = (length: number) => {
      let count = 0;
      const pattern = compilePattern('^(?:(a|a|aa)*)*!$', { withGroups: true });
      findMatch(pattern, searchedText('a'.repeat(length)), 0, (spent) => (count += spent));
      return count;
    };
    expect(steps(2000) / steps(1000)).toBeLessThan(2.2);
  });
});
