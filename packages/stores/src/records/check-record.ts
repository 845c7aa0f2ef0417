import type { JsonObject } from '@skein/kernel';
import type { TriggerRecord } from '@skein/ports';
import { checkId, shortIdLengthMax, workflowIdLengthMax } from '../values/check-append.ts';
import { triggerRow, triggerTable } from './triggers.ts';
import { nameLengthMax, wordLengthMax, type RowTable } from '../values/row-table.ts';

/** Rejects keys, names and words that are too long for a column, before anything is written. */
export function checkRecord({ name, key, user, scope, columns }: RowTable, row: JsonObject): void {
  for (const [column, type] of columns) {
    const value = row[column];
    if (typeof value !== 'string') continue;
    if (type === 'name') checkId(`value of ${name}.${column}`, value, nameLengthMax);
    if (type === 'word') checkId(`value of ${name}.${column}`, value, wordLengthMax);
    if (type !== 'key') continue;
    const isNarrow = column === key && scope !== undefined;
    const limit = column === user ? shortIdLengthMax : isNarrow ? undefined : workflowIdLengthMax;
    checkId(`value of ${name}.${column}`, value, limit);
  }
}

export function checkTriggers(triggers: readonly TriggerRecord[] = []): void {
  for (const trigger of triggers) checkRecord(triggerTable, triggerRow(trigger));
}
