// The triggers of a workflow, as they are saved with it
import { isObject, ownValue, type JsonObject } from '@skein/api';
import type { NewestDefinition, TriggerRecord } from '@skein/ports';
import type { Identity } from '../../identity/identity.ts';
import type { CoreServices } from '../../handlers/services.ts';
import { settingsOf, toRecord } from './trigger-record.ts';

async function triggersOf(
  { store }: CoreServices,
  identity: Identity,
  workflow: string,
): Promise<readonly TriggerRecord[]> {
  return (await store.triggers.list({ user: identity.owner, workflow })).items;
}

/** A pipeline has its trigger in its definition; undefined when there is nothing that could be read. */
export async function pipelineTriggers(
  services: CoreServices,
  identity: Identity,
  given: {
    readonly id: string;
    readonly definition: JsonObject;
    readonly found: NewestDefinition | undefined;
  },
): Promise<readonly TriggerRecord[]> {
  const { id, definition, found } = given;
  const trigger = ownValue(definition, 'trigger');
  if (trigger === undefined || !isObject(trigger)) return [];
  const uuid = ownValue(trigger, 'uuid');
  const name = typeof uuid === 'string' && uuid !== '' ? uuid : `${id}:trigger`;
  const known = await triggersOf(services, identity, id);
  const before = known.find((each) => each.id === name);
  const written = ownValue(definition, 'is_active');
  const isActive = typeof written === 'boolean' ? written : (found?.isActive ?? true);
  return [
    toRecord({
      ...settingsOf(trigger),
      id: name,
      user: identity.owner,
      workflow: id,
      isActive,
      now: services.clock.now(),
      ...(before === undefined ? {} : { before }),
    }),
  ];
}

/** Follows the workflow when that is switched on or off. */
export async function switchTriggers(
  services: CoreServices,
  identity: Identity,
  { workflow, isActive }: { readonly workflow: string; readonly isActive: boolean },
): Promise<void> {
  for (const trigger of await triggersOf(services, identity, workflow)) {
    const now = services.clock.now();
    const { id, user } = trigger;
    const settings = settingsOf({
      ...(isObject(trigger.config) ? trigger.config : {}),
      trigger_type_id: trigger.type,
    });
    await services.store.triggers.put(
      toRecord({ ...settings, id, user, workflow, isActive, now, before: trigger }),
    );
  }
}
