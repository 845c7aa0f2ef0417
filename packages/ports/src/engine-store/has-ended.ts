import type { RunRecord } from './run-store.ts';

/** Whether nothing follows any more; one that waits continues later. */
export function hasEnded({ status }: Pick<RunRecord, 'status'>): boolean {
  return status !== 'running' && status !== 'waiting';
}
