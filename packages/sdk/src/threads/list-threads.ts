import type { Json } from '@skein/kernel';
import { withoutUndefined } from '@skein/ports';
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
}

/** The threads of a user, those that began first at the beginning. */
export async function listThreads(
  { memory }: Pick<ThreadHost, 'memory'>,
  { user, cursor, limit }: ThreadListOptions,
): Promise<{ readonly items: readonly ThreadListItem[]; readonly nextCursor: string | null }> {
  const place = { scope: listScope, limit, ...withoutUndefined({ user, cursor }) };
  const { items, nextCursor } = await memory.list(place);
  return {
    items: items.map(({ value, updatedAt }) => ({ ...toListed(value), updatedAt })),
    nextCursor,
  };
}

function toListed(value: Json): ListedThread {
  // Only turns write into this scope.
  return value as unknown as ListedThread;
}
