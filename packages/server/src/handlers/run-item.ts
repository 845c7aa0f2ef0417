import type { AnswerOf } from '@skein/api';
import type { RunFilter, RunRecord } from '@skein/ports';
import { isTrial } from '../features/runs/trial-runs.ts';
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
  const marked: RunItem = isTrial(workflow.id) ? { ...item, isTrial: true } : item;
  return quarantinedAt === undefined
    ? marked
    : { ...marked, quarantinedAt: isoTime(quarantinedAt) };
}

/** Quarantined runs keep their status: they are found by something else. */
export function statusFilter<T extends { readonly status?: RunFilter['status'] | 'quarantined' }>(
  filter: T,
): Omit<T, 'status'> & Pick<RunFilter, 'status' | 'isQuarantined'> {
  const { status, ...rest } = filter;
  if (status === undefined) return rest;
  return status === 'quarantined' ? { ...rest, isQuarantined: true } : { ...rest, status };
}
