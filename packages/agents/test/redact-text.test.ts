import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redactionKinds, redactText } from '../src/dialects/dataflow/redact-text.ts';

const redaction = { kinds: redactionKinds, literals: ['Secret Name'] };

function redacted(text: string): { readonly text: string; readonly slices: number } {
  const work = redactText(text, redaction);
  for (let slices = 0; ; slices++) {
    const next = work.next();
    if (next.done === true) return { text: next.value, slices };
  }
}

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      'ann@mail.example',
      '+49 30 1234567',
      '4111 1111 1111 1111',
      '10.0.0.1',
      '2001:db8::1',
      'secret name',
      ' plain words, ',
      '\n',
    ),
    fc.string({ maxLength: 5 }),
  ),
  { minLength: 1, maxLength: 20 },
);

it('[A520] a long text is redacted in slices as it would be at once', () => {
  const filler = '. '.repeat(200);
  fc.assert(
    fc.property(pieces, fc.integer({ min: 16_100, max: 16_500 }), (parts, length) => {
      const text = parts.join('; ');
      const before = `${'word '.repeat(4000).slice(0, length)}. `;
      // Each part of it is below the length of a slice.
      const expected = `${redacted(before.slice(0, 9000)).text}${redacted(before.slice(9000)).text}${redacted(`${text}${filler}`).text}`;
      expect(redacted(`${before}${text}${filler}`).text).toBe(expected);
    }),
    { numRuns: 300 },
  );
});

it('[A520] texts that are nothing but beginnings take many small slices', () => {
  for (const text of [`@${'a'.repeat(300_000)}`, '1 '.repeat(150_000), 'a:'.repeat(150_000)]) {
    const { text: found, slices } = redacted(text);
    expect(found).toBe(text);
    expect(slices).toBeGreaterThan(300_000 / 16_384);
  }
});

it('[A860] addresses are found from their @ as one pattern would find them, in time that grows with the text', () => {
  const pattern = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,253}\.\p{L}{2,24}/gu;
  const letters = ['a', 'b.', '@', '@', '.', 'com', 'é', '𝒜', '\ud835', '-', ' ', 'x'.repeat(70)];
  const texts = fc.array(fc.constantFrom(...letters), { maxLength: 20 });
  const emails = { kinds: ['email'] as const, literals: [] };
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.join('');
      const work = redactText(text, emails);
      let next = work.next();
      while (next.done !== true) next = work.next();
      expect(next.value).toBe(text.replaceAll(pattern, '[REDACTED]'));
    }),
    { numRuns: 2000 },
  );
});

it('[A860] a text with very many of them is searched in slices', () => {
  const work = redactText('a@'.repeat(100_000), { kinds: ['email'], literals: [] });
  let slices = 0;
  while (work.next().done !== true) slices += 1;
  expect(slices).toBeGreaterThan(1000);
});
