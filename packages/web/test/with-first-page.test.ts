import { expect, it } from 'vitest';
import { withFirstPage } from '../src/data/talking/with-first-page.ts';

const item = (thread: string) => ({
  agent: 'desk',
  thread,
  turns: 1,
  said: thread,
  title: thread,
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const page = (threads: string, nextCursor: string | null) => ({
  items: threads.split('').map(item),
  nextCursor,
});

it('[W4355] the first page read again replaces what moved, and keeps what it pushed out', () => {
  const pages = [page('abc', 'd'), page('def', 'g'), page('gh', null)];
  const shown = withFirstPage(pages, page('xgb', 'a'));
  expect(shown.map(({ items }) => items.map(({ thread }) => thread).join(''))).toEqual([
    'xgbac',
    'def',
    'h',
  ]);
  expect(shown.map(({ nextCursor }) => nextCursor)).toEqual(['d', 'g', null]);
});
