import type { Json } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
import { readListed } from './listed-thread.ts';
import type { ThreadHost } from './thread-host.ts';
import { listScope, type ListedThread } from './thread-place.ts';

export interface ThreadListItem extends ListedThread {
  /** When something was last said, in milliseconds. */
  readonly updatedAt: number;
}

export interface ThreadListOptions {
  /** Whose; default: nobody's. */
  readonly user?: string;
  readonly cursor?: string;
  readonly limit: number;
  /** `said`: those in which something was said last first; default: those that began first. */
  readonly order?: 'begun' | 'said';
}

/** The threads of a user. */
export async function listThreads(
  { memory }: Pick<ThreadHost, 'memory'>,
  { user, cursor, limit, order }: ThreadListOptions,
): Promise<{ readonly items: readonly ThreadListItem[]; readonly nextCursor: string | null }> {
  const by = order === 'said' ? ('changed' as const) : undefined;
  const place = { scope: listScope, limit, ...withoutUndefined({ user, cursor, order: by }) };
  const { items, nextCursor } = await memory.list(place);
  return {
    items: items.map(({ key, value, updatedAt }) => ({ ...toListed(key, value), updatedAt })),
    nextCursor,
  };
}

/** Turns write there, but so may workflows and people: what is no thread is said so, beside its key. */
function toListed(key: string, value: Json): ListedThread {
  const none = { agent: '', thread: `${key} (unreadable)`, turns: 0, said: '', title: '' };
  return readListed(value) ?? none;
}
