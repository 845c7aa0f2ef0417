import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../src/schemas/pattern/compile-pattern.ts';
import { matchPattern } from '../../src/schemas/pattern/match-pattern.ts';

const free = () => {};

const atoms = fc.constantFrom(
  ...String.raw`a b 1 . \d \W \s [ab] [^a] [a-c\]] \b \B ^ $ \p{L} \u0061 \x62 \u{1F600} \ud83d\ude00 \. \/ 😀`.split(
    ' ',
  ),
);
const signs = fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,}', '*?', '+?', '??', '{2,}?');
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    atoms,
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => left + right),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
    fc.tuple(tie('pattern'), signs).map(([inside, sign]) => `(${inside})${sign}`),
    tie('pattern').map((inside) => `(?<n>${inside})`),
  ),
}));
const texts = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '😀', '.', '/', ']', '\n'), { maxLength: 8 })
  .map((characters) => characters.join(''));

describe('patterns', () => {
  it('[A72] match what JavaScript matches', () => {
    fc.assert(
      fc.property(pattern.filter(isSound), fc.array(texts, { maxLength: 4 }), (source, given) => {
        const compiled = compilePattern(source);
        const expected = new RegExp(source, 'u');
        // V8 also looks for \B between the halves of a pair, where the language sees no place.
        for (const text of given.filter((each) => !/\\B/.test(source) || !each.includes('😀'))) {
          expect([source, text, matchPattern(compiled, text, free)]).toEqual([
            source,
            text,
            expected.test(text),
          ]);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>', '(', 'a**'])(
    '[A72] %s is refused',
    (source) => {
      expect(() => compilePattern(source)).toThrow(/\S/);
    },
  );

  it.each([
    ['a million written out', '((a{1000}){1000}){1000}'],
    ['a long one', 'a'.repeat(2000)],
    ['many levels', `${'('.repeat(600)}a${')'.repeat(600)}`.slice(0, 1001)],
  ])('[A72] %s is refused', (_title, source) => {
    expect(() => compilePattern(source)).toThrow(/\S/);
  });

  it('[A72] work grows with the text, not with the combinations', () => {
    const steps = (length: number) => {
      let count = 0;
      const text = `${'a'.repeat(length)}!`;
      matchPattern(compilePattern('^(a|a|aa)+$'), text, (spent) => (count += spent));
      return count;
    };
    expect(steps(2000) / steps(1000)).toBeLessThan(2.1);
  });
});

/** Two groups of one name are a mistake of the generator. */
function isSound(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
