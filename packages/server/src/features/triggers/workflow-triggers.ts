// A workflow's triggers, which are saved with it
import { ownValue, readTrigger, type JsonObject, type PlainOr, type WorkflowId } from '@skein/api';
import type { Clock, NewestDefinition, TriggerRecord, TriggerStore } from '@skein/ports';
import type { Identity } from '../../identity/identity.ts';
import { settingsIn, toRecord } from './trigger-record.ts';

export interface TriggerServices {
  readonly records: { readonly triggers: TriggerStore };
  readonly clock: Pick<Clock, 'now'>;
}

/** In the order in which they were made. */
export async function triggersOf(
  { records }: Pick<TriggerServices, 'records'>,
  identity: Identity,
  workflow: PlainOr<WorkflowId>,
): Promise<readonly TriggerRecord[]> {
  return (await records.triggers.list({ user: identity.owner, workflow })).items;
}

/** The trigger that a pipeline has in its definition, if there is one to be read. */
export async function pipelineTriggers(
  services: TriggerServices,
  identity: Identity,
  given: {
    readonly id: PlainOr<WorkflowId>;
    readonly definition: JsonObject;
    readonly found: NewestDefinition | null;
  },
): Promise<readonly TriggerRecord[]> {
  const { id, definition, found } = given;
  const trigger = readTrigger(definition, id);
  if (trigger === null) return [];
  const { uuid: name, ...settings } = trigger;
  const known = await triggersOf(services, identity, id);
  const before = known.find((each) => each.id === name);
  const written = ownValue(definition, 'is_active');
  const isActive = typeof written === 'boolean' ? written : (found?.isActive ?? true);
  return [
    toRecord({
      ...settings,
      id: name,
      user: identity.owner,
      workflow: id,
      isActive,
      now: services.clock.now(),
      before,
    }),
  ];
}

/** Switches them on or off with their workflow. */
export async function switchTriggers(
  services: TriggerServices,
  identity: Identity,
  { workflow, isActive }: { readonly workflow: PlainOr<WorkflowId>; readonly isActive: boolean },
): Promise<void> {
  for (const trigger of await triggersOf(services, identity, workflow)) {
    const now = services.clock.now();
    const { id, user } = trigger;
    await services.records.triggers.put(
      toRecord({ ...settingsIn(trigger), id, user, workflow, isActive, now, before: trigger }),
    );
  }
}
