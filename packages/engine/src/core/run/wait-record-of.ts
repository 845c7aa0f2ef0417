import type { RunId } from '@skein/kernel';
import type { WaitRecord } from '@skein/ports';
import type { OpenWait } from './open-things.ts';

/** An open wait as stores keep it. */
export function waitRecordOf(
  { run, user }: { readonly run: RunId; readonly user: string | undefined },
  { effect, event }: Pick<OpenWait, 'effect' | 'event'>,
): WaitRecord {
  const { wait, node, shownAs, activation, question, createdAt, deadlineAt } = effect;
  return {
    id: wait,
    run,
    node: shownAs ?? node,
    activation,
    question,
    ...(event === undefined ? {} : { event }),
    ...(user === undefined ? {} : { user }),
    createdAt,
    deadlineAt,
    status: 'open',
  };
}
