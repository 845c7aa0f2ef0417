import { expect, it } from 'vitest';
import { peersText, withPeers } from './peers-table.ts';

const measured = {
  workload: 'W2',
  size: 1000,
  kind: 'durable',
  floorId: 'floor:sqlite-full',
  n: 5,
};

const rows = [
  { ...measured, system: 'floor:sqlite-full', value: 170, ratio: 1 },
  { ...measured, system: 'slow:sqlite', value: 6104, ratio: 35.9 },
  { ...measured, system: 'fast:sqlite', value: 1700, ratio: 10 },
  { ...measured, system: 'fast:pg', value: 0.25, ratio: 1 },
  { ...measured, system: 'gone:sqlite', value: Number.NaN, ratio: Number.NaN, n: 0 },
  { ...measured, system: 'skein:sqlite', value: 200, ratio: 1.18 },
  { ...measured, system: 'skein:pg', floorId: 'floor:pg', value: 0.5, ratio: Number.NaN },
];
const systems = [
  { id: 'fast:pg', durability: 'nothing | at all' },
  { id: 'fast:sqlite', durability: 'everything' },
  { id: 'gone:sqlite', durability: 'much' },
  { id: 'skein:sqlite', durability: 'each step' },
];
const parts = peersText(rows, systems).split('\n\n');

it('sets Skein beside its own floor and the fastest peer on a store of that kind', () => {
  expect(parts[0]?.split('\n').slice(2)).toEqual([
    '| W2 | 1,000 | sqlite | 170 | 200 | 1.18 | fast:sqlite | 1,700 | 8.50 |',
    '| W2 | 1,000 | pg | – | 0.50 | – | fast:pg | 0.25 | 0.50 |',
  ]);
});

it('names each peer that is faster, with what it promises', () => {
  expect(parts.slice(1, 3)).toEqual([
    'Where a peer is faster:',
    '- W2, 1,000: fast:pg takes 0.25, skein:pg 0.50. It promises: nothing | at all.',
  ]);
  const [, none] = peersText(rows.slice(0, 3), systems).split('\n\n');
  expect(none).toBe('No peer was faster than Skein on a store of the same kind.');
});

it('has every system with its promise and its figures, and a dash for what did not finish', () => {
  expect(parts.at(-1)?.split('\n')).toEqual([
    '| system | promise | W2 1000 |',
    '|---|---|---|',
    '| fast:pg | nothing / at all | 0.25 |',
    '| fast:sqlite | everything | 1,700 |',
    '| gone:sqlite | much | – |',
    '| skein:sqlite | each step | 200 |',
  ]);
});

it('puts it between the marks of the document', () => {
  const document = 'a\n<!-- peers: begin -->\n\nold\n\n<!-- peers: end -->\nb';
  expect(withPeers(document, 'new')).toBe(document.replace('old', 'new'));
  expect(() => withPeers('no marks', 'new')).toThrow('lacks');
});
