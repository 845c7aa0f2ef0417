import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinWords, splitWords } from '../../src/pages/settings/servers/command-words.ts';

it('[W1903] the words of a command are what was typed, with quotes around what has spaces', () => {
  expect(splitWords(`npx -y "a b" 'c d' e`)).toEqual(['npx', '-y', 'a b', 'c d', 'e']);
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }), (words) => {
      expect(splitWords(joinWords(words))).toEqual(words);
    }),
  );
});
