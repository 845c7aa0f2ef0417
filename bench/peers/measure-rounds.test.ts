import { expect, it } from 'vitest';
import { measureRounds } from './measure-rounds.ts';
import { systemOf } from './sample-measurement.ts';

const names = ['floor:pg', 'skein-before:pg', 'skein:pg', 'slow:pg', 'late:pg', 'gone:pg'];
const systems = names.map((id) => systemOf(id));
const seconds: Readonly<Record<string, number>> = {
  'floor:pg': 60,
  'skein-before:pg': 60,
  'slow:pg': 15,
};

it('gives each system its turn in each round, a slow peer in fewer, and none again that did not finish', async () => {
  const order: string[][] = [];
  const rounds: number[] = [];
  const cells = await measureRounds(systems, {
    rounds: 4,
    secondsEach: 40,
    hopeless: ({ id }) => (id === 'gone:pg' ? 'not tried' : null),
    runCell: async ({ id }, round) => {
      (order[round] ??= []).push(id);
      const about = { system: id, round, seconds: seconds[id] ?? 1, load: 1 };
      return id === 'late:pg' ? { ...about, dnf: 'over 120 s' } : { ...about, value: 1 };
    },
    onRound: (round) => {
      rounds.push(round);
    },
  });
  expect(order).toEqual([
    ['floor:pg', 'skein-before:pg', 'skein:pg', 'slow:pg', 'late:pg'],
    ['skein-before:pg', 'skein:pg', 'slow:pg', 'floor:pg'],
    ['skein:pg', 'floor:pg', 'skein-before:pg'],
    ['floor:pg', 'skein-before:pg', 'skein:pg'],
  ]);
  expect(rounds).toEqual([0, 1, 2, 3]);
  expect(cells.filter(({ dnf }) => dnf !== undefined).map(({ system }) => system)).toEqual([
    'late:pg',
    'gone:pg',
  ]);
});
