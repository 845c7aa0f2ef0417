import { withoutUndefined } from '@skein/ports';
import { readListed } from './listed-thread.ts';
import type { ThreadHost } from './thread-host.ts';
import { listKeyOf, listScope } from './thread-place.ts';

/** What a thread began with, as it is listed; empty as long as nothing was said. */
export async function readTitle(
  { memory }: Pick<ThreadHost, 'memory'>,
  {
    agent,
    id: thread,
    user,
  }: { readonly agent: string; readonly id: string; readonly user?: string },
): Promise<string> {
  const owner = { scope: listScope, ...withoutUndefined({ user }) };
  const listed = await memory.get(listKeyOf({ agent, thread }), owner);
  return listed === null ? '' : (readListed(listed.value)?.title ?? '');
}
