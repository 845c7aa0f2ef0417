// Values in pieces are the values that JSON.parse and JSON.stringify give.
import fc from 'fast-check';
import { isLargerThan, writeInPieces } from '@skein/ports';
import { expect, it } from 'vitest';
import { readInPieces } from '../../src/large/read-in-pieces.ts';

const long = 'x"\\\u2028é'.repeat(5_000);

const shapes: readonly (readonly [string, unknown])[] = [
  ['a long list', Array.from({ length: 50_000 }, (_, i) => ({ i }))],
  ['many keys', Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, [i]]))],
  ['a long text', { a: long, b: [long, { c: long }], d: `${long}\\` }],
  ['large parts in large parts', { a: [[[{ b: Array.from({ length: 20_000 }, () => '[{"') }]]] }],
  ['empty parts', { a: {}, b: [], long, c: [[], {}, long, []], d: { long, e: {} } }],
  [
    'keys with a meaning elsewhere',
    JSON.parse(`{"__proto__":{"a":1},"b":"${'x'.repeat(40_000)}","constructor":[]}`),
  ],
  ['a large part with such a key', JSON.parse(`{"__proto__":["${'x'.repeat(40_000)}"]}`)],
  ['a scalar', long],
  ['letters of two units', `x${'\ud83d\ude00'.repeat(300_000)}`],
  ['halves of letters', [`x${'\ud83d'.repeat(600_000)}`, `x${'\ude00'.repeat(600_000)}`]],
];

it.each(shapes)('[V520] %s is read and written in pieces as at once', async (_, value) => {
  const text = JSON.stringify(value);
  expect(await writeInPieces(value)).toBe(text);
  expect(JSON.stringify(await readInPieces(text))).toBe(text);
  const spaced = JSON.stringify(value, undefined, 2);
  expect(JSON.stringify(await readInPieces(`\n ${spaced} `))).toBe(text);
});

it('[V520] any JSON is read and written in pieces as at once', async () => {
  const padded = fc.tuple(fc.jsonValue({ maxDepth: 5 }), fc.nat(60_000), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(padded, async ([value, size, other]) => {
      const whole = {
        value,
        more: 'y'.repeat(size),
        list: [value, 'z'.repeat(size), other],
        other,
      };
      const text = JSON.stringify(whole);
      expect(await writeInPieces(whole)).toBe(text);
      expect(JSON.stringify(await readInPieces(text))).toBe(text);
    }),
    { numRuns: 200 },
  );
});

it('[V520] what is undefined is left out of the text', async () => {
  const value = { a: undefined, b: [undefined, 1], long, c: { d: undefined } };
  expect(await writeInPieces(value)).toBe(JSON.stringify(value));
});

it('[V520] others have their turn while a large value is read or written', async () => {
  const value = Array.from({ length: 200_000 }, (_, i) => ({
    id: `n${i}`,
    config: { value: 'text' },
  }));
  const text = JSON.stringify(value);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await readInPieces(text);
  const reading = turns;
  await writeInPieces(value);
  clearInterval(timer);
  expect(reading).toBeGreaterThan(3);
  expect(turns - reading).toBeGreaterThan(3);
});

it('[V520] how large a value is, is found out without looking at all of it', () => {
  expect(isLargerThan({ a: 'x'.repeat(200) }, 100)).toBe(true);
  expect(isLargerThan({ a: 'x'.repeat(50) }, 100)).toBe(false);
  expect(isLargerThan(Array.from({ length: 1_000 }), 100)).toBe(true);
  const endless: unknown[] = [];
  endless.push(endless);
  expect(isLargerThan(endless, 1_000)).toBe(true);
});
