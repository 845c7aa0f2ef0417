// Triggers of workflows
// A workflow has at most one. In a pipeline it is part of the definition, in other workflows it is separate; either way it is
// saved in one transaction with the definition.
import { ownValue, type JsonObject } from '@skein/api';
import { EngineError, type NewestDefinition, type TriggerRecord } from '@skein/ports';
import { settingsIn, settingsOf, toRecord } from '../triggers/trigger-record.ts';
import type { Caller } from './caller.ts';
import { definitionOf } from './definition-of.ts';
import { editWorkflow, keepEdited } from './save-workflow.ts';
import { toWorkflowAnswer, type WorkflowAnswer } from './workflow-answer.ts';

/** Replaces the workflow's trigger; null removes it. */
export async function setTrigger(
  caller: Caller,
  workflow: string,
  settings: JsonObject | null,
): Promise<WorkflowAnswer> {
  const fresh = settings === null ? null : { uuid: caller.services.newId(), ...settings };
  return saveTrigger(caller, workflow, fresh);
}

/** Settings that are not given stay. */
export async function changeTrigger(
  caller: Caller,
  id: string,
  fields: JsonObject,
): Promise<TriggerRecord> {
  const found = await ownTrigger(caller, id);
  await saveTrigger(caller, found.workflow, { ...settingsIn(found), ...fields, uuid: id });
  return ownTrigger(caller, id);
}

export async function deleteTrigger(caller: Caller, id: string): Promise<void> {
  const found = await ownTrigger(caller, id);
  await saveTrigger(caller, found.workflow, null);
}

/** Throws NOT_FOUND when it does not exist, or belongs to somebody else. */
export async function ownTrigger(
  { services, identity }: Caller,
  id: string,
): Promise<TriggerRecord> {
  const trigger = await services.records.triggers.get(id, identity.owner);
  if (trigger === undefined) throw new EngineError('NOT_FOUND', { what: 'trigger', id });
  return trigger;
}

async function saveTrigger(
  caller: Caller,
  id: string,
  trigger: JsonObject | null,
): Promise<WorkflowAnswer> {
  const record = await editWorkflow(caller, { id }, async (found) => {
    const definition = definitionOf(found);
    if (found.dialect !== 'pipeline') {
      const triggers = await separateTrigger(caller, found, trigger);
      return keepEdited(caller, found, definition, { triggers });
    }
    const written = trigger === null ? null : { ...trigger, workflow_uuid: id };
    return keepEdited(caller, found, { ...definition, trigger: written });
  });
  return toWorkflowAnswer(caller, record);
}

async function separateTrigger(
  { services, identity }: Caller,
  found: NewestDefinition,
  trigger: JsonObject | null,
): Promise<readonly TriggerRecord[]> {
  if (trigger === null) return [];
  const uuid = ownValue(trigger, 'uuid');
  const id = typeof uuid === 'string' ? uuid : services.newId();
  return [
    toRecord({
      ...settingsOf(trigger),
      id,
      user: identity.owner,
      workflow: found.id,
      isActive: found.isActive,
      now: services.clock.now(),
      before: await services.records.triggers.get(id, identity.owner),
    }),
  ];
}
