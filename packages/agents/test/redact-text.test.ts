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
