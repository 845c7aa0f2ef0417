import type { RunRecord } from './run-store.ts';

/** Whether nothing comes behind it any more; one that waits goes on later. */
export function hasEnded({ status }: Pick<RunRecord, 'status'>): boolean {
  return status !== 'running' && status !== 'waiting';
}
