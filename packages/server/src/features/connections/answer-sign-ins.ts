// Runs that wait for a sign-in
// Whoever has signed in need not say so again: every question of their runs about this connection is answered.
import { isObject, ownValue } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { everyItem } from '../../values/every-item.ts';
import type { SignedIn } from './sign-in.ts';

/** How many were answered. A question that somebody else has answered meanwhile needs no answer. */
export async function answerSignIns(
  { waits }: Pick<Engine, 'waits'>,
  { connection, user }: SignedIn,
): Promise<number> {
  let answered = 0;
  for await (const { id, question } of everyItem((page) => waits.list({ ...page, user }))) {
    const { kind, data } = question;
    if (kind !== 'auth' || !isObject(data) || ownValue(data, 'connection') !== connection) continue;
    try {
      await waits.answer(id, {}, { by: user });
      answered += 1;
    } catch (error) {
      if (!(error instanceof EngineError) || error.status >= 500) throw error;
    }
  }
  return answered;
}
