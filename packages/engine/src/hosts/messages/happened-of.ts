import type { RunEvent } from '@skein/kernel';
import type { Happened, UnplacedEvent } from './run-message.ts';

/** An event for a run that is driven elsewhere: it gets its place there. */
export function happenedOf(draft: RunEvent, attempt: number | undefined): Happened {
  const { seq: _, at: __, id: ___, ...event } = draft;
  return {
    type: 'happened',
    // The same event without its place.
    event: event as UnplacedEvent,
    ...(attempt === undefined ? {} : { attempt }),
  };
}
