// Triggers of workflows
// A workflow has at most one. In a pipeline it is part of the definition, beside that of any other workflow; in both cases it is
// saved in one transaction with the definition.
import { ownValue, type JsonObject } from '@skein/api';
import { EngineError, type NewestDefinition, type TriggerRecord } from '@skein/ports';
import { changeWorkflow, keep, type Caller } from './save-workflow.ts';
import { definitionOf, toWorkflowAnswer, type WorkflowAnswer } from './workflow-answer.ts';
import { settingsIn, settingsOf, toRecord } from '../triggers/trigger-record.ts';

/** In the place of the one that is there; null takes that one away. */
export async function setTrigger(
  caller: Caller,
  workflow: string,
  settings: JsonObject | null,
): Promise<WorkflowAnswer> {
  const fresh = settings === null ? null : { uuid: caller.services.newId(), ...settings };
  return saveTrigger(caller, workflow, fresh);
}

/** What is not named stays. */
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

/** Throws NOT_FOUND when nobody, or somebody else, has it. */
export async function ownTrigger(
  { services, identity }: Caller,
  id: string,
): Promise<TriggerRecord> {
  const trigger = await services.store.triggers.get(id, identity.owner);
  if (trigger === undefined) throw new EngineError('NOT_FOUND', { what: 'trigger', id });
  return trigger;
}

async function saveTrigger(
  caller: Caller,
  id: string,
  trigger: JsonObject | null,
): Promise<WorkflowAnswer> {
  const record = await changeWorkflow(caller, { id, ifMatch: undefined }, async (found) => {
    if (found === undefined) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
    const { studio, dialect, revision: expected } = found;
    const isPipeline = dialect === 'pipeline';
    const definition = definitionOf(found);
    const changed = isPipeline
      ? { ...definition, trigger: trigger === null ? null : { ...trigger, workflow_uuid: id } }
      : definition;
    return keep(caller, changed, {
      id,
      dialect,
      expected,
      ...(studio === undefined ? {} : { studio }),
      isDraft: true,
      ...(isPipeline ? {} : { triggers: await besides(caller, found, trigger) }),
    });
  });
  return toWorkflowAnswer(caller.services, caller.identity, record);
}

async function besides(
  { services, identity }: Caller,
  found: NewestDefinition,
  trigger: JsonObject | null,
): Promise<readonly TriggerRecord[]> {
  if (trigger === null) return [];
  const uuid = ownValue(trigger, 'uuid');
  const id = typeof uuid === 'string' ? uuid : services.newId();
  const before = await services.store.triggers.get(id, identity.owner);
  return [
    toRecord({
      ...settingsOf(trigger),
      id,
      user: identity.owner,
      workflow: found.id,
      isActive: found.isActive,
      now: services.clock.now(),
      ...(before === undefined ? {} : { before }),
    }),
  ];
}
