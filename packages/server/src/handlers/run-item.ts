import type { AnswerOf } from '@skein/api';
import { hasEnded, type RunFilter, type RunRecord } from '@skein/ports';
import { markTrial } from '../features/runs/trials/trial-runs.ts';
import { isoTime } from '../values/iso-time.ts';

export type RunItem = AnswerOf<'listRuns'>['items'][number];

export function toRunItem(record: RunRecord): RunItem {
  const { id, workflow, name, status, parent, createdAt, updatedAt, seq, quarantinedAt } = record;
  const item: RunItem = {
    id,
    workflow: { ...workflow, name: name ?? null },
    status,
    ...(parent === undefined ? {} : { parent }),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    seq,
  };
  const marked = markTrial(item);
  // One that was cancelled stands still for another reason.
  return quarantinedAt === undefined || hasEnded(record)
    ? marked
    : { ...marked, quarantinedAt: isoTime(quarantinedAt) };
}

/** Quarantined runs keep their status: they are found by something else. */
export function statusFilter<T extends { readonly status?: RunFilter['status'] | 'quarantined' }>(
  filter: T,
): Omit<T, 'status'> & Pick<RunFilter, 'status' | 'isQuarantined' | 'isUnfinished'> {
  const { status, ...rest } = filter;
  if (status === undefined) return rest;
  if (status !== 'quarantined') return { ...rest, status };
  return { ...rest, isQuarantined: true, isUnfinished: true };
}
