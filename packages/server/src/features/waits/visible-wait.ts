import { namesOf, type PlainOr, type WaitId } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError, type WaitRecord } from '@skein/ports';
import { isOwn, type Identity } from '../../identity/identity.ts';

type Seeing = Pick<Identity, 'user' | 'owner' | 'groups' | 'roles'>;

/** A wait of the caller's own runs, or one that names the caller. Any other does not exist. */
export async function visibleWait(
  { waits }: Pick<Engine, 'waits'>,
  identity: Seeing,
  id: PlainOr<WaitId>,
): Promise<WaitRecord> {
  const wait = await waits.get(id);
  if (isOwn(identity, wait) || isNamed(identity, wait)) return wait;
  throw new EngineError('WAIT_NOT_FOUND', { wait: id });
}

function isNamed(identity: Seeing, { question }: WaitRecord): boolean {
  const names = namesOf(identity);
  return (question.who ?? []).some((name) => names.includes(name));
}
