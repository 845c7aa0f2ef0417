import type { RunEvent, Usage } from '@skein/kernel';

type Spent = { readonly type: RunEvent['type']; readonly usage?: Usage };

/** What the run itself has paid by an event; what its children have paid is in their own journals. */
export function spentBy(event: Spent): Usage | undefined {
  return event.type === 'child.finished' ? undefined : event.usage;
}
