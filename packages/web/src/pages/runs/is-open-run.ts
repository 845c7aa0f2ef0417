import type { RunItem } from '../../data/runs.ts';

/** It has not ended. */
export function isOpenRun({ status }: Pick<RunItem, 'status'>): boolean {
  return status === 'running' || status === 'waiting';
}
