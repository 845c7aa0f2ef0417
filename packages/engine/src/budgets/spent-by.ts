import type { RunEvent, Usage } from '@skein/kernel';

/** What the run itself has paid by an event; what its children have paid is in their own journals. */
export function spentBy(event: RunEvent): Usage | undefined {
  return 'usage' in event && event.type !== 'child.finished' ? event.usage : undefined;
}
