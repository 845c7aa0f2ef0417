// Goal: a request is the same one in another run, whatever ids that has, and is never taken for another one.
import fc from 'fast-check';
import { markIds, matchMarked, unmarkIds } from '@skein/ports';
import { expect, it } from 'vitest';

const id = fc.uuid();
const piece = fc.oneof(fc.string({ maxLength: 10 }), fc.constantFrom('<id:1>', '<id:', '-', '0'));

it('a marked text fits the text with other ids, and gives those back', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 6 }),
      fc.uniqueArray(id, { minLength: 6, maxLength: 6 }),
      fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
      (pieces, ids, choice) => {
        fc.pre(pieces.every((text) => !/<id:[1-9]\d*>/.test(text)));
        const [old, fresh] = [ids.slice(0, 3), ids.slice(3)];
        const write = (from: readonly string[]) =>
          pieces.map((text, i) => `${text}|${from[choice[i] ?? 0] ?? ''}|`).join('');
        const marks = new Map<string, string>();
        const marked = markIds(write(old), (each) => old.includes(each), marks);
        const found = matchMarked(marked, write(fresh));
        expect(found).not.toBeNull();
        expect(unmarkIds(marked, found ?? new Map())).toBe(write(fresh));
      },
    ),
  );
});

it.each([
  ['another text', 'a <id:1> b', 'a 93aa1b5e-8f0d-4f7e-9a34-51f0c2d4a601 c'],
  ['no id', 'a <id:1>', 'a something of thirty-six characters or so'],
  [
    'two ids in the place of one',
    '<id:1> <id:1>',
    `${'93aa1b5e-8f0d-4f7e-9a34-51f0c2d4a601'} 93aa1b5e-8f0d-4f7e-9a34-51f0c2d4a602`,
  ],
  ['more behind it', '<id:1>', '93aa1b5e-8f0d-4f7e-9a34-51f0c2d4a601!'],
])('%s does not fit', (_, marked, text) => {
  expect(matchMarked(marked, text)).toBeNull();
});

it('ids from outside stay as they are', () => {
  const foreign = '93aa1b5e-8f0d-4f7e-9a34-51f0c2d4a601';
  expect(markIds(foreign, () => false, new Map())).toBe(foreign);
});
