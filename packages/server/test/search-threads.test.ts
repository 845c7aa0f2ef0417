import { expect, it } from 'vitest';
import { searchThreads, type ThreadPage } from '../src/handlers/threads/search-threads.ts';

const thread = (index: number) => ({
  agent: 'desk',
  thread: `t${index}`,
  turns: 1,
  said: '',
  title: index % 10 === 0 ? 'A round one' : 'Another',
  updatedAt: index,
});

/** As a store lists them; `reads` counts how often it was asked. */
function listOf(count: number, limit: number) {
  const all = Array.from({ length: count }, (_, index) => thread(index));
  const reads: (string | undefined)[] = [];
  const list = async (cursor: string | undefined): Promise<ThreadPage> => {
    reads.push(cursor);
    const from = Number(cursor ?? 0);
    const next = from + limit;
    return {
      items: all.slice(from, next),
      nextCursor: next < count ? String(next) : null,
    };
  };
  return { list, reads };
}

const sought = (limit: number, text?: string, cursor?: string) => ({
  limit,
  text,
  cursor,
  accepts: () => true,
  wordsOf: ({ title }: { title: string }) => [title],
});

it('[V4353] without a text one page of threads is read, however many there are', async () => {
  const { list, reads } = listOf(100_000, 5);
  const page = await searchThreads(list, sought(5));
  expect(page.items).toHaveLength(5);
  expect(page.nextCursor).toBe('5');
  expect(reads).toEqual([undefined]);
});

it('[V4353] a search of threads goes on until a page is full, repeats and leaves out nothing, and is bounded', async () => {
  const { list, reads } = listOf(205, 4);
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ThreadPage = await searchThreads(list, sought(4, 'ROUND', cursor ?? undefined));
    found.push(...page.items.map(({ thread: id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(found).toEqual(Array.from({ length: 21 }, (_, index) => `t${index * 10}`));
  expect(reads.length).toBeLessThan(70);
  const long = listOf(100_000, 4);
  const none = await searchThreads(long.list, sought(4, 'nobody'));
  expect(none.items).toEqual([]);
  expect(none.nextCursor).not.toBeNull();
  expect(long.reads.length).toBe(40);
});
