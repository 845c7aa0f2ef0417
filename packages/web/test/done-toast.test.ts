import { expect, it } from 'vitest';
import { doneToast } from '../src/pages/runs/done-toast.ts';

it('[W3936] what becomes of several runs is told in numbers, and each reason once', () => {
  expect(doneToast('Deleted', { done: 2, refused: [] })).toEqual({
    tone: 'ok',
    text: 'Deleted 2 runs.',
  });
  const newest = 'already in the newest version';
  expect(doneToast('Moved', { done: 0, refused: [newest, 'it has ended.', newest] })).toEqual({
    tone: 'bad',
    text: 'Moved no run.',
    detail: '2 runs: already in the newest version. 1 run: it has ended.',
  });
});
