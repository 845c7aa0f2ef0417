import { isObject, type Json, type RunEvent } from '@skein/kernel';
import type { RunBundle } from './run-bundle.ts';

/** Runs and answers as they may be imported: with the name of who imports them, and without those of others. */
export function disownAnswers(bundle: RunBundle, by: string): RunBundle {
  const runs = bundle.runs.map((run) => ({ ...run, rows: run.rows.map((row) => disown(row, by)) }));
  return { ...bundle, runs };
}

function disown(row: RunEvent, by: string): RunEvent {
  if (row.type === 'run.started') return { ...row, importedBy: by };
  if (row.type === 'wait.answered') {
    const { by: _, answer, ...rest } = row;
    return { ...rest, answer: unsigned(answer, by), importedBy: by };
  }
  if (row.type !== 'step.recorded' || row.value === undefined) return row;
  return { ...row, value: unsigned(row.value, by) };
}

/** Whoever changed an approved call is named in the answer, and in what the call recorded. */
function unsigned(value: Json, by: string): Json {
  if (!isObject(value) || typeof value['changedBy'] !== 'string') return value;
  const { warning: _, ...rest } = value;
  return { ...rest, changedBy: `imported by ${by}` };
}
