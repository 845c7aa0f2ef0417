import type { AnswerOf } from '@skein/api';
import type { RunRecord } from '@skein/ports';
import { isTrial } from '../features/runs/trial-runs.ts';
import { isoTime } from '../values/iso-time.ts';

export type RunItem = AnswerOf<'listRuns'>['items'][number];

export function toRunItem(record: RunRecord): RunItem {
  const { id, workflow, name, status, parent, createdAt, updatedAt, seq } = record;
  const item: RunItem = {
    id,
    workflow: { ...workflow, name: name ?? null },
    status,
    ...(parent === undefined ? {} : { parent }),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    seq,
  };
  return isTrial(workflow.id) ? { ...item, isTrial: true } : item;
}
