import type { TriggerType } from '../data/triggers.ts';

/** When a workflow starts, in the words of the studio. */
const labels: Readonly<Record<TriggerType, string>> = {
  manual: 'Manually',
  schedule: 'On a schedule',
  webhook: 'By webhook',
  event: 'By event',
  new_email: 'By email',
};

export const triggerOptions = Object.entries(labels).map(([value, label]) => ({ value, label }));
