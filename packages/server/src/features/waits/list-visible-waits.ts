import { namesOf } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type Page, type WaitFilter, type WaitRecord } from '@skein/ports';
import { isOwn, type Identity } from '../../identity/identity.ts';

type WaitQuery = Pick<WaitFilter, 'run' | 'node' | 'cursor'> & { readonly limit: number };

/**
 * First the waits of the caller's own runs, then those of other users, by each name that a wait may have for the caller; the cursor
 * says in which part it is.
 */
export async function listVisibleWaits(
  { waits }: Pick<Engine, 'waits'>,
  identity: Identity,
  { cursor, limit, ...query }: WaitQuery,
): Promise<Page<WaitRecord>> {
  const names = namesOf(identity);
  const items: WaitRecord[] = [];
  let [part, inner] = splitCursor(cursor);
  for (; part <= names.length; part += 1) {
    const whose = part === 0 ? { user: identity.owner } : { who: names[part - 1] ?? '' };
    const from = inner === '' ? {} : { cursor: inner };
    const page = await waits.list({ ...query, ...whose, ...from, limit: limit - items.length });
    items.push(
      ...page.items.filter(
        (record) => part === 0 || (!isOwn(identity, record) && isFirst(record, names, part - 1)),
      ),
    );
    if (page.nextCursor !== null) return { items, nextCursor: `${part}:${page.nextCursor}` };
    if (items.length === limit) {
      return { items, nextCursor: part < names.length ? `${part + 1}:` : null };
    }
    inner = '';
  }
  return { items, nextCursor: null };
}

/** Whether no earlier name is in it too: such a wait was listed under that one. */
function isFirst({ question }: WaitRecord, names: readonly string[], place: number): boolean {
  return !names.slice(0, place).some((name) => question.who?.includes(name));
}

/** The part, 0 for the caller's own, and the cursor in it. */
function splitCursor(cursor: string | undefined): [number, string] {
  if (cursor === undefined) return [0, ''];
  const [, part, inner = ''] = /^(\d{1,4}):(.*)$/su.exec(cursor) ?? [];
  if (part !== undefined) return [Number(part), inner];
  const message = 'is not a cursor of this list';
  throw new EngineError('REQUEST_INVALID', {
    complaints: [{ in: 'query', pointer: '/cursor', message }],
  });
}
