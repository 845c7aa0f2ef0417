// Threads in which something was said
// No store has an index of what was said. So the list is read, page by page, until a page of matches is full; the cursor says how far that
// went, and the next request goes on there. Without a text one page is read, however many threads there are.
import type { ListedThread } from '../../host/threads.ts';

/** So many pages are read by one request. */
const readsMax = 40;

export interface ThreadPage {
  readonly items: readonly ListedThread[];
  readonly nextCursor: string | null;
}

export interface ThreadSearch {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly text: string | undefined;
  /** What a person may look for a thread by. */
  readonly wordsOf: (thread: ListedThread) => readonly string[];
  /** Which of them count at all. */
  readonly accepts: (thread: ListedThread) => boolean;
}

export async function searchThreads(
  list: (cursor: string | undefined) => Promise<ThreadPage>,
  { limit, cursor: first, text, wordsOf, accepts }: ThreadSearch,
): Promise<ThreadPage> {
  const wanted = text?.trim().toLowerCase() ?? '';
  const holds = (thread: ListedThread) =>
    accepts(thread) && wordsOf(thread).some((words) => words.toLowerCase().includes(wanted));
  const found: ListedThread[] = [];
  let cursor = first;
  for (let reads = 1; ; reads += 1) {
    const page = await list(cursor);
    const held = page.items.filter(holds);
    // Those of this page do not fit any more: the next request begins with it.
    if (found.length + held.length > limit) return { items: found, nextCursor: cursor ?? null };
    found.push(...held);
    const { nextCursor } = page;
    const isEnough = wanted === '' || found.length === limit || reads >= readsMax;
    if (isEnough || nextCursor === null) return { items: found, nextCursor };
    cursor = nextCursor;
  }
}
