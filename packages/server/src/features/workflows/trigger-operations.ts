// Triggers of workflows
// A workflow has at most one. In a pipeline it is part of the definition, in other workflows it is separate; either way it is
// saved in one transaction with the definition.
import {
  equalJson,
  ownValue,
  readTrigger,
  textAt,
  triggerDefaults,
  triggerSettings,
  type JsonObject,
  type ReadTrigger,
} from '@skein/api';
import { EngineError, type NewestDefinition, type TriggerRecord } from '@skein/ports';
import { checkSettings } from '../triggers/check-settings.ts';
import { settingsIn, toRecord } from '../triggers/trigger-record.ts';
import type { Caller } from './caller.ts';
import { definitionOf } from './definition-of.ts';
import { editWorkflow, keepEdited } from './save-workflow.ts';
import { toWorkflowAnswer, type WorkflowAnswer } from './workflow-answer.ts';

/**
 * Replaces the workflow's trigger; null removes it. The one that the workflow has keeps its id when its record is sent back. What
 * is not given has the default of its type.
 */
export async function setTrigger(
  caller: Caller,
  workflow: string,
  settings: JsonObject | null,
): Promise<WorkflowAnswer> {
  if (settings === null) return saveTrigger(caller, workflow, null);
  const { services, identity } = caller;
  const sent = textAt(settings, 'uuid');
  const known =
    sent === undefined ? undefined : await services.records.triggers.get(sent, identity.owner);
  const uuid = known?.workflow === workflow ? known.id : services.newId();
  const type = textAt(settings, 'trigger_type_id') ?? 'manual';
  const fields = settable(settings);
  return saveTrigger(caller, workflow, { ...triggerDefaults(type, workflow), ...fields, uuid });
}

/** Settings that are not given stay; what only the server says is ignored. */
export async function changeTrigger(
  caller: Caller,
  id: string,
  fields: JsonObject,
): Promise<{ readonly trigger: TriggerRecord; readonly workflow: WorkflowAnswer }> {
  const found = await ownTrigger(caller, id);
  const changed = { ...settingsIn(found), ...settable(fields), uuid: id };
  const workflow = await saveTrigger(caller, found.workflow, changed);
  return { trigger: await ownTrigger(caller, id), workflow };
}

const settings = ['trigger_type_id', 'config', 'filter_rules', 'initial_data_description'];

function settable(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => settings.includes(key)));
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
  if (trigger !== null) checkSettings(trigger, caller.services.clock.now());
  const record = await editWorkflow(caller, { id }, async (found) => {
    const definition = definitionOf(found);
    if (found.dialect !== 'pipeline') {
      const triggers = await separateTrigger(caller, found, trigger);
      return keepEdited(caller, found, definition, { triggers });
    }
    if (trigger !== null && isSame(readTrigger(definition, id), trigger)) return found;
    const written = trigger === null ? null : { ...trigger, workflow_uuid: id };
    return keepEdited(caller, found, { ...definition, trigger: written });
  });
  return toWorkflowAnswer(caller, record);
}

/** A record that was sent back as it came is no change. */
function isSame(before: ReadTrigger | null, trigger: JsonObject): boolean {
  if (before === null) return false;
  const { uuid, ...settings } = before;
  return (
    textAt(trigger, 'uuid') === uuid && equalJson({ ...settings }, { ...triggerSettings(trigger) })
  );
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
      ...triggerSettings(trigger),
      id,
      user: identity.owner,
      workflow: found.id,
      isActive: found.isActive,
      now: services.clock.now(),
      before: await services.records.triggers.get(id, identity.owner),
    }),
  ];
}
