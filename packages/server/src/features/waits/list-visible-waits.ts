import type { Engine } from '@skein/engine';
import { EngineError, type Page, type WaitFilter, type WaitRecord } from '@skein/ports';
import { isOwn, type Identity } from '../../identity/identity.ts';

type WaitQuery = Pick<WaitFilter, 'run' | 'node' | 'cursor'> & { readonly limit: number };

/** First the waits of the caller's own runs, then other users' waits that name the caller; the cursor says in which part it is. */
export async function listVisibleWaits(
  { waits }: Pick<Engine, 'waits'>,
  identity: Identity,
  { cursor, ...query }: WaitQuery,
): Promise<Page<WaitRecord>> {
  const [part, inner] = splitCursor(cursor);
  const filter = inner === '' ? query : { ...query, cursor: inner };
  if (part === 'own') {
    const page = await waits.list({ ...filter, user: identity.owner });
    const next = page.nextCursor === null ? 'named:' : `own:${page.nextCursor}`;
    if (page.nextCursor !== null || page.items.length === query.limit) {
      return { items: page.items, nextCursor: next };
    }
    const limit = query.limit - page.items.length;
    const named = await listVisibleWaits({ waits }, identity, { ...query, cursor: next, limit });
    return { items: [...page.items, ...named.items], nextCursor: named.nextCursor };
  }
  const page = await waits.list({ ...filter, who: identity.user });
  return {
    items: page.items.filter((record) => !isOwn(identity, record)),
    nextCursor: page.nextCursor === null ? null : `named:${page.nextCursor}`,
  };
}

function splitCursor(cursor: string | undefined): readonly ['own' | 'named', string] {
  if (cursor === undefined) return ['own', ''];
  const [, part, inner = ''] = /^(own|named):(.*)$/su.exec(cursor) ?? [];
  if (part === 'own' || part === 'named') return [part, inner];
  const message = 'is not a cursor of this list';
  throw new EngineError('REQUEST_INVALID', {
    complaints: [{ in: 'query', pointer: '/cursor', message }],
  });
}
