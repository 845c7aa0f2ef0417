// Triggers of workflows
// A pipeline has one, in its definition. A native definition may name several; then it is what is changed. In all other workflows
// they are kept apart. Either way they are saved in one transaction with the definition.
import {
  equalJson,
  readTrigger,
  readTriggers,
  textAt,
  triggerDefaults,
  triggerSettings,
  withWrittenTriggers,
  type JsonObject,
  type ReadTrigger,
} from '@skein/api';
import { EngineError, type NewestDefinition, type TriggerRecord } from '@skein/ports';
import { checkSettings } from '../triggers/check-settings.ts';
import { refusedSetting } from '../triggers/refused-setting.ts';
import { settingsIn, toRecord } from '../triggers/trigger-record.ts';
import { triggersOf } from '../triggers/workflow-triggers.ts';
import type { Caller } from './caller.ts';
import { definitionOf } from './definition-of.ts';
import { editWorkflow, keepEdited } from './save-workflow.ts';
import { toWorkflowAnswer, type WorkflowAnswer } from './workflow-answer.ts';

/**
 * Replaces the workflow's triggers by one; null removes them. One that the workflow has keeps its id when its record is sent back. What
 * is not given has the default of its type.
 */
export function setTrigger(
  caller: Caller,
  workflow: string,
  settings: JsonObject | null,
): Promise<WorkflowAnswer> {
  return setTriggers(caller, workflow, settings === null ? [] : [settings]);
}

/** Replaces the workflow's triggers by these. */
export async function setTriggers(
  caller: Caller,
  workflow: string,
  given: readonly JsonObject[],
): Promise<WorkflowAnswer> {
  const known = await triggersOf(caller.services, caller.identity, workflow);
  const made = given.map((settings) => madeTrigger(caller, workflow, { settings, known }));
  return changeTriggers(caller, workflow, () => made);
}

/** Adds one to those that the workflow has. */
export async function addTrigger(
  caller: Caller,
  workflow: string,
  settings: JsonObject,
): Promise<{ readonly trigger: TriggerRecord; readonly workflow: WorkflowAnswer }> {
  const made = madeTrigger(caller, workflow, { settings, known: [] });
  const answer = await changeTriggers(caller, workflow, (before) => [...before, made]);
  return { trigger: await ownTrigger(caller, made.uuid), workflow: answer };
}

function madeTrigger(
  { services }: Caller,
  workflow: string,
  given: { readonly settings: JsonObject; readonly known: readonly TriggerRecord[] },
): ReadTrigger {
  const { settings, known } = given;
  const sent = textAt(settings, 'uuid');
  const uuid = known.find(({ id }) => id === sent)?.id ?? services.newId();
  const type = textAt(settings, 'trigger_type_id') ?? 'manual';
  const whole = { ...triggerDefaults(type, workflow), ...settable(settings) };
  return { uuid, ...triggerSettings(whole) };
}

/** Settings that are not given stay; what only the server says is ignored. */
export async function changeTrigger(
  caller: Caller,
  id: string,
  fields: JsonObject,
): Promise<{ readonly trigger: TriggerRecord; readonly workflow: WorkflowAnswer }> {
  const found = await ownTrigger(caller, id);
  const settings = triggerSettings({ ...settingsIn(found), ...settable(fields) });
  const changed: ReadTrigger = { ...settings, uuid: id };
  const workflow = await changeTriggers(caller, found.workflow, (before) =>
    before.map((each) => (each.uuid === id ? changed : each)),
  );
  return { trigger: await ownTrigger(caller, id), workflow };
}

const settings = [
  'name',
  'start',
  'trigger_type_id',
  'config',
  'filter_rules',
  'initial_data_description',
];

function settable(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => settings.includes(key)));
}

export async function deleteTrigger(caller: Caller, id: string): Promise<void> {
  const found = await ownTrigger(caller, id);
  await changeTriggers(caller, found.workflow, (before) =>
    before.filter((each) => each.uuid !== id),
  );
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

type Change = (before: readonly ReadTrigger[]) => readonly ReadTrigger[];

async function changeTriggers(caller: Caller, id: string, change: Change): Promise<WorkflowAnswer> {
  const record = await editWorkflow(caller, { id }, (found) =>
    found.dialect === 'pipeline'
      ? changeOfPipeline(caller, found, change)
      : changeOfOthers(caller, found, change),
  );
  return toWorkflowAnswer(caller, record);
}

async function changeOfPipeline(
  caller: Caller,
  found: NewestDefinition,
  change: Change,
): ReturnType<typeof keepEdited> {
  const definition = definitionOf(found);
  const before = readTrigger(definition, found.id);
  const [trigger, second] = change(before === null ? [] : [before]);
  if (second !== undefined) throw refusedSetting('', 'is a second trigger; a pipeline has one');
  if (trigger === undefined) return keepEdited(caller, found, { ...definition, trigger: null });
  check(caller, [trigger]);
  // A record that was sent back as it came is no change.
  if (before !== null && equalJson({ ...before }, { ...trigger })) return found;
  const { name: _, start: __, ...settings } = trigger;
  const written = { ...settings, workflow_uuid: found.id };
  return keepEdited(caller, found, { ...definition, trigger: written });
}

async function changeOfOthers(
  caller: Caller,
  found: NewestDefinition,
  change: Change,
): ReturnType<typeof keepEdited> {
  const definition = definitionOf(found);
  const written = found.dialect === 'native' ? readTriggers(definition, found.id) : null;
  const records = await triggersOf(caller.services, caller.identity, found.id);
  const kept = records.map((each): ReadTrigger => ({ uuid: each.id, ...settingsIn(each) }));
  const next = change(written ?? kept);
  check(caller, next);
  checkNames(next);
  if (written !== null) {
    return keepEdited(caller, found, withWrittenTriggers(definition, found.id, next));
  }
  const triggers = next.map(({ uuid, ...settings }) =>
    toRecord({
      ...settings,
      id: uuid,
      user: caller.identity.owner,
      workflow: found.id,
      isActive: found.isActive,
      now: caller.services.clock.now(),
      before: records.find((each) => each.id === uuid),
    }),
  );
  return keepEdited(caller, found, definition, { triggers });
}

function check({ services }: Caller, triggers: readonly ReadTrigger[]): void {
  for (const trigger of triggers) checkSettings({ ...trigger }, services.clock.now());
}

/** Callers name triggers; those without a name cannot be named, and may be as many as one likes. */
function checkNames(triggers: readonly ReadTrigger[]): void {
  const names = triggers.flatMap(({ name }) => name ?? []);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined) return;
  throw refusedSetting('/name', `is "${twice}", as another trigger of the workflow is called`);
}
