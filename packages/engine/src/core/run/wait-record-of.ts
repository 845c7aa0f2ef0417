import type { RunId } from '@skein/kernel';
import type { WaitRecord } from '@skein/ports';
import type { OpenWait } from './open-things.ts';

/** An open wait as stores keep it. */
export function waitRecordOf(
  { run, user }: { readonly run: RunId; readonly user: string | undefined },
  { effect, event }: Pick<OpenWait, 'effect' | 'event'>,
): WaitRecord {
  const { wait, node, shownAs, activation, question, createdAt, deadlineAt } = effect;
  const record: { -readonly [Key in keyof WaitRecord]: WaitRecord[Key] } = {
    id: wait,
    run,
    node: shownAs ?? node,
    activation,
    question,
    createdAt,
    deadlineAt,
    status: 'open',
  };
  if (event !== undefined) record.event = event;
  if (user !== undefined) record.user = user;
  return record;
}
