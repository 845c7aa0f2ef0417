import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../src/patterns/compile-pattern.ts';
import { matchPattern } from '../../src/patterns/match-pattern.ts';

const free = () => {};

/** What a match costs; the last place where an engine that does not count its steps would stay. */
function stepsOf(source: string, text: string): number {
  let count = 0;
  matchPattern(compilePattern(source), text, (spent) => (count += spent));
  return count;
}

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
  it('[K380] match what JavaScript matches', () => {
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
    '[K380] %s is refused',
    (source) => {
      expect(() => compilePattern(source)).toThrow(/\S/);
    },
  );

  it.each([
    ['a million written out', '((a{1000}){1000}){1000}'],
    ['a long one', 'a'.repeat(2000)],
    ['many levels', `${'('.repeat(600)}a${')'.repeat(600)}`.slice(0, 1001)],
  ])('[K380] %s is refused', (_title, source) => {
    expect(() => compilePattern(source)).toThrow(/\S/);
  });

  it.each([
    ['nothing, a great many times', '(){9007199254740991}'],
    ['nothing, at most a great many times', '(){0,9007199254740991}'],
    ['nothing inside of nothing', '((((){1000}){1000}){1000}){1000}'],
    ['edges', '(^){9007199254740991}'],
    ['more times than a number has', `a{${'9'.repeat(400)}}`],
    ['many ways that are one', `(${'|'.repeat(900)}){1000}`],
  ])('[K381] %s is refused before it is written out', (_title, source) => {
    expect(() => compilePattern(source)).toThrow(/too large/);
  });

  it('[K381] work grows with the text, not with the combinations', () => {
    const steps = (length: number) => stepsOf('^(a|a|aa)+$', `${'a'.repeat(length)}!`);
    expect(steps(2000) / steps(1000)).toBeLessThan(2.1);
  });

  it('[K381] ways that take no character are counted too', () => {
    const nested = `${'(|'.repeat(300)}${')'.repeat(300)}x`;
    expect(stepsOf(nested, 'a'.repeat(1000))).toBeGreaterThan(300 * 1000);
    expect(stepsOf('((a?){0,30}){0,30}x', 'b'.repeat(100))).toBeGreaterThan(900 * 100);
  });

  it('[K381] whatever the pattern, a character costs at most what its program is long', () => {
    const hostile = fc.letrec<{ part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('', 'a', '|', '.', '^', '\\b', 'a*'),
        fc.array(tie('part'), { maxLength: 4 }).map((parts) => `(${parts.join('|')})`),
        fc
          .tuple(tie('part'), fc.constantFrom('*', '+', '?', '{0,7}', '{9}', '{3,}'))
          .map(([part, sign]) => `(${part})${sign}`),
      ),
    })).part;
    fc.assert(
      fc.property(hostile, fc.integer({ min: 0, max: 60 }), (source, length) => {
        const size = sizeOf(source);
        fc.pre(size !== null);
        const text = 'a'.repeat(length);
        expect(stepsOf(`(?:${source})!`, text)).toBeLessThanOrEqual(
          ((size ?? 0) + 10) * (length + 1) * 2,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

/** Null for one that is refused. */
function sizeOf(source: string): number | null {
  try {
    return compilePattern(source).size;
  } catch {
    return null;
  }
}

/** Two groups of one name are a mistake of the generator. */
function isSound(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
