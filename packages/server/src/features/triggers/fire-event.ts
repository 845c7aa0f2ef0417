import { isObject, ownValue, type Json } from '@skein/api';
import type { ServerRecords, TriggerRecord } from '@skein/ports';
import { everyItem } from '../../values/every-item.ts';
import { fireTrigger, type Fired, type FiringServices } from './fire-trigger.ts';
import { settingsIn } from './trigger-record.ts';

export interface EventServices extends FiringServices {
  readonly records: Pick<ServerRecords, 'triggers' | 'triggerHistory'>;
}

export interface NamedEvent {
  readonly name: string;
  readonly data?: Json;
  /** An event with an id starts each workflow once. */
  readonly id?: string;
}

/** What one of the triggers that name an event made of it. */
export interface StartedByEvent extends Fired {
  readonly trigger: string;
}

/** Starts the workflows of the user, or of all users, whose triggers listen to this event. */
export async function fireEvent(
  services: EventServices,
  user: string | undefined,
  { name, data = null, id }: NamedEvent,
): Promise<StartedByEvent[]> {
  const started: StartedByEvent[] = [];
  for await (const trigger of listenersTo(services, user, name)) {
    const fired = await fireTrigger(services, trigger, { data, name: id ?? services.newId() });
    started.push({ trigger: trigger.id, ...fired });
  }
  return started;
}

/** The active triggers of the user, or of all users, that this event sets off. */
export async function* listenersTo(
  { records: { triggers } }: EventServices,
  user: string | undefined,
  event: string,
): AsyncGenerator<TriggerRecord, void, undefined> {
  const whose = user === undefined ? {} : { user };
  const read = everyItem((page) => triggers.list({ ...page, ...whose, isActive: true }));
  for await (const trigger of read) if (listensTo(trigger, event)) yield trigger;
}

function listensTo(trigger: TriggerRecord, event: string): boolean {
  if (trigger.type === 'new_email') return event === 'new_email';
  if (trigger.type !== 'event') return false;
  const { config } = settingsIn(trigger);
  return isObject(config) && ownValue(config, 'event') === event;
}
