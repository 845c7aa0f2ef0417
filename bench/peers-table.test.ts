import { expect, it } from 'vitest';
import { peersTable, withPeers } from './peers-table.ts';

const measured = {
  workload: 'W2',
  size: 1000,
  kind: 'durable',
  floorId: 'floor:sqlite-full',
  n: 5,
};

it('sets Skein beside its own floor and the fastest peer on a store of that kind', () => {
  const table = peersTable([
    { ...measured, system: 'floor:sqlite-full', value: 170, ratio: 1 },
    { ...measured, system: 'slow:sqlite', value: 6104, ratio: 35.9 },
    { ...measured, system: 'fast:sqlite', value: 1700, ratio: 10 },
    { ...measured, system: 'fast:pg', value: 1, ratio: 1 },
    { ...measured, system: 'gone:sqlite', value: Number.NaN, ratio: Number.NaN, n: 0 },
    { ...measured, system: 'skein:sqlite', value: 200, ratio: 1.18 },
    { ...measured, system: 'skein:pg', floorId: 'floor:pg', value: 0.5, ratio: Number.NaN },
  ]);
  expect(table.split('\n').slice(2)).toEqual([
    '| W2 | 1,000 | sqlite | 170 | 200 | 1.18 | fast:sqlite | 1,700 | 8.50 |',
    '| W2 | 1,000 | pg | – | 0.50 | – | fast:pg | 1.00 | 2.00 |',
  ]);
});

it('puts it between the marks of the document', () => {
  const document = 'a\n<!-- peers: begin -->\n\nold\n\n<!-- peers: end -->\nb';
  expect(withPeers(document, 'new')).toBe(document.replace('old', 'new'));
  expect(() => withPeers('no marks', 'new')).toThrow('lacks');
});
