import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordDiff } from '../../src/text/word-diff.ts';

it('[W1454] names the words that went and came, and nothing else', () => {
  expect(wordDiff('All is well, Ada.', 'All is fine, dear Ada.')).toEqual([
    { kind: 'same', text: 'All is ' },
    { kind: 'removed', text: 'well' },
    { kind: 'added', text: 'fine' },
    { kind: 'same', text: ',' },
    { kind: 'added', text: ' dear' },
    { kind: 'same', text: ' Ada.' },
  ]);
  expect(wordDiff('', '')).toEqual([]);
});

it('[W1454] of any two texts, both can be read from it', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      const changes = wordDiff(before, after);
      const without = (kind: string) =>
        changes
          .filter((change) => change.kind !== kind)
          .map(({ text }) => text)
          .join('');
      return without('added') === before && without('removed') === after;
    }),
  );
});
