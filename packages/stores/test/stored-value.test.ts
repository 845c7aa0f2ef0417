// Goal: the text of a large value is written once, and what is stored is the same. Method: parts in all places and orders, compared with what
// JSON.stringify says about each of them.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { runId, takeLargeParts, type Json } from '@skein/kernel';
import { expect, it, vi } from 'vitest';
import { isLong, pendingAppend, pendingInPieces } from '../src/groups/pending-append.ts';
import { fromStored, toStored, toStoredInPieces } from '../src/values/stored-value.ts';

const long = (letter: string) => letter.repeat(70_000);

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  fc.constantFrom<Json>(
    long('a'),
    { value: long('c'), ports: { a: long('c'), b: [long('c')] } },
    long('"'),
    long('é'),
    long('\ud83d\ude00'),
    Array.from({ length: 20_000 }, () => null),
    { null: long('null') },
    'null',
    [null, long('b'), null],
  ),
);
const value = fc.oneof(
  piece,
  fc.array(piece, { maxLength: 5 }),
  fc.dictionary(fc.constantFrom('null', 'a', '__proto__', '0'), piece),
);

it('[S860] large parts are stored as they are written by themselves, wherever they are, and the whole comes back', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      const stored = toStored(given);
      const { rest, parts } = takeLargeParts(given);
      const isLarge = stored.parts.length > 0;
      expect(stored.body).toBe(JSON.stringify(isLarge ? rest : given));
      const texts = parts.map(({ part }) => JSON.stringify(part));
      expect(stored.parts.map(({ body }) => body)).toEqual(isLarge ? texts : []);
      for (const { hash, body } of stored.parts)
        expect(hash).toBe(createHash('sha256').update(body).digest('hex'));
      expect(await toStoredInPieces(given)).toEqual(stored);
      const bodies = new Map(stored.parts.map(({ hash, body }) => [hash, body]));
      const back = fromStored(stored, (hash) => bodies.get(hash) ?? '');
      expect(JSON.stringify(back)).toBe(JSON.stringify(given));
    }),
    { numRuns: 300 },
  );
});

const text = long('x');
const list = Array.from({ length: 20_000 }, () => 'y');

it.each([
  ['a text', { type: 'node.completed', value: text, ports: { data: text } }],
  ['a list', { type: 'node.completed', value: list, ports: { data: list } }],
])('[S860] %s is written once, also where it is there twice', (_, given) => {
  const stringify = vi.spyOn(JSON, 'stringify');
  toStored(given);
  const written = stringify.mock.results.map(({ value: found }) => String(found).length);
  stringify.mockRestore();
  expect(written.filter((length) => length > 60_000)).toHaveLength(1);
});

it('[S860] others have their turn while the text of a large definition is made', async () => {
  const nodes = Array.from({ length: 40_000 }, (_, i) => ({ id: `n${i}`, text: 'x'.repeat(200) }));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const stored = await toStoredInPieces({ nodes });
  clearInterval(timer);
  expect(stored.parts).toHaveLength(1);
  expect(turns).toBeGreaterThan(3);
});

it('[S870] others have their turn while a long text is appended, and the row is what it would be', async () => {
  const event = { type: 'node.completed', at: 1, value: long('"').repeat(100) } as never;
  const given = {
    run: runId('r'),
    expectedSeq: 0,
    events: [event],
    changes: undefined,
    epoch: undefined,
  };
  expect(isLong([event])).toBe(true);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const pending = await pendingInPieces(given);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
  expect(pending).toEqual(pendingAppend(given));
});
