import { equalJson, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import { settingsIn } from '../triggers/trigger-record.ts';
import type { Caller } from './caller.ts';
import { setTrigger } from './trigger-operations.ts';

/**
 * The times at which a workflow starts, with the input of these runs. False when it has exactly this schedule already: then nothing is
 * written, and a tick that is due stays due. What people set up, such as a webhook, is not taken from them.
 */
export async function setSchedule(
  caller: Caller,
  workflow: string,
  config: JsonObject,
): Promise<boolean> {
  const { services, identity } = caller;
  const { items } = await services.records.triggers.list({
    user: identity.owner,
    workflow,
    limit: 1,
  });
  const [known] = items;
  if (known !== undefined && known.type !== 'schedule' && known.type !== 'manual') {
    throw new EngineError('TRIGGER_TAKEN', { workflow, type: known.type });
  }
  if (known?.type === 'schedule' && equalJson(settingsIn(known).config, config)) return false;
  const uuid = known === undefined ? {} : { uuid: known.id };
  // Of two processes that set the first one at the same time both mean the same trigger, whose ticks start one run each.
  const newId = () => `${workflow}:schedule`;
  const named = { identity, services: { ...services, newId } };
  await setTrigger(named, workflow, { trigger_type_id: 'schedule', config, ...uuid });
  return true;
}
