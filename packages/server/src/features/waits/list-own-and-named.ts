import { EngineError, type Page, type Store, type WaitRecord } from '@skein/ports';
import { isOwn, type Identity } from '../../identity/identity.ts';

interface WaitQuery {
  readonly run?: string | undefined;
  readonly node?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** First the waits of one's own runs, then those of others that name the user; a cursor says which of the two goes on. */
export async function listOwnAndNamed(
  store: Store,
  identity: Identity,
  { run, node, cursor, limit }: WaitQuery,
): Promise<Page<WaitRecord>> {
  const [part, inner] = splitCursor(cursor);
  const filter = {
    ...(run === undefined ? {} : { run }),
    ...(node === undefined ? {} : { node }),
    ...(inner === '' ? {} : { cursor: inner }),
    limit,
  };
  if (part === 'own') {
    const page = await store.waits.list({ ...filter, user: identity.owner });
    const next = page.nextCursor === null ? 'named:' : `own:${page.nextCursor}`;
    if (page.nextCursor !== null || page.items.length === limit) {
      return { items: page.items, nextCursor: next };
    }
    const named = await listOwnAndNamed(store, identity, {
      run,
      node,
      cursor: 'named:',
      limit: limit - page.items.length,
    });
    return { items: [...page.items, ...named.items], nextCursor: named.nextCursor };
  }
  const page = await store.waits.list({ ...filter, who: identity.user });
  return {
    items: page.items.filter((record) => !isOwn(identity, record)),
    nextCursor: page.nextCursor === null ? null : `named:${page.nextCursor}`,
  };
}

function splitCursor(cursor: string | undefined): readonly ['own' | 'named', string] {
  if (cursor === undefined) return ['own', ''];
  const [, part, inner = ''] = /^(own|named):(.*)$/su.exec(cursor) ?? [];
  if (part === 'own' || part === 'named') return [part, inner];
  const message = 'is none that this list has given';
  throw new EngineError('REQUEST_INVALID', {
    complaints: [{ in: 'query', pointer: '/cursor', message }],
  });
}
