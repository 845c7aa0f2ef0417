import type { PlainOr, WaitId } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type WaitRecord } from '@skein/ports';
import { isOwn, type Identity } from '../../identity/identity.ts';

/** A wait of the caller's own runs, or one that names the caller. Any other does not exist. */
export async function visibleWait(
  { waits }: Pick<Engine, 'waits'>,
  identity: Identity,
  id: PlainOr<WaitId>,
): Promise<WaitRecord> {
  const wait = await waits.get(id);
  if (isOwn(identity, wait) || (wait.question.who ?? []).includes(identity.user)) return wait;
  throw new EngineError('WAIT_NOT_FOUND', { wait: id });
}
