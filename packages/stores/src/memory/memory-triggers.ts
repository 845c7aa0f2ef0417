import type { JsonObject } from '@skein/kernel';
import type { DefinitionRecord, SaveOptions, TriggerRecord } from '@skein/ports';
import { matching, type Match } from '../records/records.ts';
import {
  isSetApart,
  savedTriggerRow,
  switchedTriggers,
  triggerTable,
} from '../records/triggers.ts';
import type { MemoryRows } from './memory-rows.ts';

type Workflow = Pick<DefinitionRecord, 'id' | 'user'>;

/** The rows that these triggers would have; throws if one belongs to another workflow, before anything is written. */
export function triggerRows(
  rows: MemoryRows,
  { user = '' }: Workflow,
  {
    triggers,
    isActive,
  }: { readonly triggers: readonly TriggerRecord[]; readonly isActive: boolean },
): readonly JsonObject[] {
  return triggers.map((trigger) => {
    const [before] = rows.find(triggerTable, matching({ user_id: user, id: trigger.id })).items;
    return savedTriggerRow(trigger, before, isActive);
  });
}

export function saveTriggers(
  rows: MemoryRows,
  workflow: Workflow,
  {
    triggers,
    keepsTriggers,
  }: {
    readonly triggers: readonly JsonObject[];
    readonly keepsTriggers: SaveOptions['keepsTriggers'];
  },
): void {
  const kept = new Set(triggers.map((row) => row['id']));
  for (const row of rows.find(triggerTable, ofWorkflow(workflow)).items) {
    if (kept.has(row['id']) || (keepsTriggers === 'apart' && isSetApart(row))) continue;
    rows.remove(triggerTable, row);
  }
  for (const row of triggers) rows.upsert(triggerTable, row);
}

export function switchTriggers(rows: MemoryRows, workflow: Workflow, isActive: boolean): void {
  for (const { match, set } of switchedTriggers(isActive)) {
    rows.update(triggerTable, [...ofWorkflow(workflow), ...match], set);
  }
}

export function deleteTriggers(rows: MemoryRows, workflow: Workflow): void {
  rows.delete(triggerTable, ofWorkflow(workflow));
}

function ofWorkflow({ id, user = '' }: Workflow): Match {
  return matching({ user_id: user, workflow_id: id });
}
