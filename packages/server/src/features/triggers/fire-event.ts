import { isObject, ownValue, type Json } from '@skein/api';
import { EngineError, type ServerRecords, type TriggerRecord } from '@skein/ports';
import { everyItem } from '../../values/every-item.ts';
import { fireTrigger, type Fired, type FiringServices } from './fire-trigger.ts';
import { settingsIn } from './trigger-record.ts';

export interface EventServices extends FiringServices {
  readonly records: Pick<ServerRecords, 'triggers' | 'triggerHistory'>;
  readonly onBug: (error: unknown, reference: string) => void;
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
  /** Why it started nothing, although it names the event; its history has the same. */
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
}

/**
 * Starts the workflows of the user, or of all users, whose triggers listen to this event. Each on its own: a refusal of one
 * concerns its author, and not those who listen after it.
 */
export async function fireEvent(
  services: EventServices,
  user: string | undefined,
  { name, data = null, id }: NamedEvent,
): Promise<StartedByEvent[]> {
  const started: StartedByEvent[] = [];
  for await (const trigger of listenersTo(services, user, name)) {
    const delivery = { data, name: id ?? services.newId() };
    const fired = await fireTrigger(services, trigger, delivery).catch((error: unknown) => ({
      matched: true,
      run_id: null,
      error: tell(services, error),
    }));
    started.push({ trigger: trigger.id, ...fired });
  }
  return started;
}

function tell({ onBug }: EventServices, thrown: unknown): NonNullable<StartedByEvent['error']> {
  const { code, message, hint } = thrown instanceof EngineError ? thrown : bug(thrown, onBug);
  return { code, message, hint };
}

function bug(thrown: unknown, onBug: EventServices['onBug']): EngineError {
  const reference = crypto.randomUUID();
  onBug(thrown, reference);
  return new EngineError('INTERNAL', { reason: `see ${reference} in the server's log` });
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
